interface Family {
  help: string
  type: string
  readonly samples: Map<string, number>
}

const familiesOf = (texts: ReadonlyArray<string>): ReadonlyArray<Family> => {
  const families = new Map<string, Family>()
  let family: Family | undefined
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    const [, comment = "", name = ""] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? []
    if (comment === "HELP") {
      family = families.get(name) ?? { help: line, type: "", samples: new Map() }
      families.set(name, family)
    } else if (comment === "TYPE" && family !== undefined) family.type = line
    else if (line !== "" && family !== undefined) {
      const end = line.lastIndexOf(" ")
      const series = line.slice(0, end)
      family.samples.set(series, (family.samples.get(series) ?? 0) + Number(line.slice(end + 1)))
    }
  }
  return [...families.values()]
}

const textOf = (families: ReadonlyArray<Family>): string =>
  families
    .map(({ help, samples, type }) =>
      [help, type, ...Array.from(samples, ([series, value]) => `${series} ${value}`), ""].join("\n")
    )
    .join("")

/** Adds up metrics in Prometheus's text format, as `Metrics.text` writes it: the samples of equal series. */
export const sumMetrics = (texts: ReadonlyArray<string>): string => textOf(familiesOf(texts))

/** Metrics without the gauges, whose values end with their process. */
export const withoutGauges = (text: string): string =>
  textOf(familiesOf([text]).filter(({ type }) => !type.endsWith(" gauge")))
