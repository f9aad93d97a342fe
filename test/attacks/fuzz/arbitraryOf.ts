import { Arbitrary, Schema, SchemaAST } from "effect"
import fc from "fast-check"

/** Values that fit rules which chance does not meet. */
const POOL: ReadonlyArray<unknown> = [
  ..."🌱 👨‍👩‍👧‍👦 🇦🇹 1️⃣ 👍🏽 #22C55E #abcdef #fff".split(" "),
  "linear-gradient(90deg, #fff, rgb(0 0 0 / 50%) 80%)",
  ..."2027-03-25 2024-02-29T12:34 2027-03-25T10:00:00.5+05:30 1970-01-01 9999-12-31T23:59:59.999Z".split(" "),
  "Europe/Vienna",
  ...[0, 1, 2, 3, 7, 16_383]
]

// Written for the copy of fast-check that comes with effect, and asks for nothing that ours has not.
const byEffect = (ast: SchemaAST.AST): fc.Arbitrary<unknown> =>
  Arbitrary.makeLazy(Schema.make(ast))(fc as never) as unknown as fc.Arbitrary<unknown>

const SAMPLES = { numRuns: 100, seed: 1 }

/** The base's own values where many of them fit, else those that are known to. */
const refined = (ast: SchemaAST.Refinement, known: Known): fc.Arbitrary<unknown> => {
  const fits = Schema.is(Schema.make(ast))
  const base = arbitraryOf(ast.from, known)
  if (fc.sample(base, SAMPLES).filter((value) => fits(value)).length > 10) return base.filter((value) => fits(value))
  const values = POOL.filter((value) => fits(value))
  if (values.length === 0) throw new Error(`nothing is known to fit ${String(ast)}`)
  return fc.constantFrom(...values)
}

/** What fields of these names hold, for it is the world that tells which values mean something. */
export type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>

const ofFields = (ast: SchemaAST.TypeLiteral, known: Known): fc.Arbitrary<object> => {
  const fields = ast.propertySignatures.map(
    ({ name, type }) => [String(name), known[String(name)] ?? arbitraryOf(type, known)] as const
  )
  const required = ast.propertySignatures.filter(({ isOptional }) => !isOptional).map(({ name }) => String(name))
  return fc.record<Record<string, unknown>, string>(Object.fromEntries(fields), {
    requiredKeys: required,
    noNullPrototype: true
  })
}

/** Values of a schema, made by its rules. */
export const arbitraryOf = (ast: SchemaAST.AST, known: Known): fc.Arbitrary<unknown> => {
  if (SchemaAST.isTypeLiteral(ast)) return ofFields(ast, known)
  if (SchemaAST.isRefinement(ast)) return refined(ast, known)
  if (SchemaAST.isTransformation(ast)) return arbitraryOf(ast.to, known)
  if (SchemaAST.isUnion(ast)) {
    const types = ast.types.filter((type) => !SchemaAST.isUndefinedKeyword(type))
    return fc.oneof(...types.map((type) => arbitraryOf(type, known)))
  }
  const rest = SchemaAST.isTupleType(ast) ? ast.rest[0] : undefined
  return rest === undefined ? byEffect(ast) : fc.array(arbitraryOf(rest.type, known), { maxLength: 4 })
}
