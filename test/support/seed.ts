/**
 * What random tests start from: `TEST_SEED`, `TEST_SEED=random` for one that nobody has tried, and by default the one
 * that last found something, so that a run of the suites says the same each time.
 */
export const testSeed = (): number => {
  const given = process.env["TEST_SEED"] ?? ""
  if (given === "random") return Math.floor(Math.random() * 2 ** 31)
  return given === "" ? 1_413_813_760 : Number(given)
}
