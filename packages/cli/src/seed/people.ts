import type { Access } from "@boardwright/core"

/** Who somebody of the demo is to its boards. */
export type DemoRole = "owner" | Access.Role | "invited"

/** Somebody of the demo. The domain is one that nobody can have (RFC 2606). */
export interface DemoPerson {
  readonly key: "maya" | "daniel" | "sofia" | "tom" | "priya"
  readonly name: string
  readonly email: string
  readonly role: DemoRole
}

/** Everybody of the demo, the workspace's owner first. */
export const PEOPLE: readonly [DemoPerson, ...ReadonlyArray<DemoPerson>] = [
  { key: "maya", name: "Maya Lindqvist", email: "maya@demo.example", role: "owner" },
  { key: "daniel", name: "Daniel Okafor", email: "daniel@demo.example", role: "admin" },
  { key: "sofia", name: "Sofia Marques", email: "sofia@demo.example", role: "editor" },
  { key: "tom", name: "Tom Becker", email: "tom@demo.example", role: "viewer" },
  { key: "priya", name: "Priya Nair", email: "priya@demo.example", role: "invited" }
]
