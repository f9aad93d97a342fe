import { Component, type FunctionComponent } from "preact"

/**
 * A component that is rendered again only when a property or a signal that it read has changed. Preact's own is in its layer
 * for React, which would look at the properties of every node of the app.
 */
export const memo = <P extends object>(Inner: FunctionComponent<P>) =>
  class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const known = new Map<string, unknown>(Object.entries(this.props))
      const entries = Object.entries(next)
      return known.size !== entries.length || entries.some(([name, value]) => known.get(name) !== value)
    }
    override render() {
      return <Inner {...this.props} />
    }
  }
