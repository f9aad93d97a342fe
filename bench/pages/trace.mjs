const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"]

/** The milliseconds of the longest task of the page's main thread during work, and of all of its scripts. */
export const traced = async (browser, page, work) => {
  await browser.startTracing(page, { categories: CATEGORIES })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  const mains = traceEvents.filter(({ args, name }) => name === "thread_name" && args.name === "CrRendererMain")
  const threads = mains.map(({ pid, tid }) => traceEvents.filter((each) => each.pid === pid && each.tid === tid))
  const [events] = threads.toSorted((a, b) => b.length - a.length)
  const millisOf = (pattern) => events.filter(({ name }) => pattern.test(name)).map(({ dur = 0 }) => dur / 1000)
  const scripts = millisOf(/^(FunctionCall|EvaluateScript|RunMicrotasks)$/)
  return { longest: Math.max(...millisOf(/RunTask$/)), script: scripts.reduce((sum, each) => sum + each, 0) }
}
