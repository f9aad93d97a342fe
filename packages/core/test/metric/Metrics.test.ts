import { Metric } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"

const linesOf = (metrics: Metric.Metrics, name: string): ReadonlyArray<string> =>
  metrics.text.split("\n").filter((line) => line.includes(name))

describe("Metrics", () => {
  it("writes nothing of what has no value", () => {
    const metrics = new Metric.Metrics()
    assert.notMatch(metrics.text, /boardwright_(database_up|http_request|mail)/)
    metrics.databaseUp.set(0)
    assert.deepStrictEqual(linesOf(metrics, "boardwright_database_up").slice(1), [
      "# TYPE boardwright_database_up gauge",
      "boardwright_database_up 0"
    ])
    metrics.databaseUp.set(null)
    assert.deepStrictEqual(linesOf(metrics, "boardwright_database_up"), [])
  })

  it("begins counters at 0, so that their first increase is seen", () => {
    const metrics = new Metric.Metrics()
    assert.include(metrics.text, "\nboardwright_http_rate_limited_requests_total 0\n")
    metrics.rateLimited.add()
    metrics.rateLimited.add(2)
    assert.include(metrics.text, "\nboardwright_http_rate_limited_requests_total 3\n")
  })

  it("counts an observation in every bucket from its own on, with sum and count", () => {
    const metrics = new Metric.Metrics()
    const { changeDelay } = metrics
    for (const seconds of [0.25, 0.3, 7, 1000]) changeDelay.observe(seconds)
    const counts = linesOf(metrics, "boardwright_change_delay_seconds").slice(2)
    assert.deepStrictEqual(
      counts.map((line) => line.replace("boardwright_change_delay_seconds", "")),
      [
        '_bucket{le="0.05"} 0',
        '_bucket{le="0.1"} 0',
        '_bucket{le="0.25"} 1',
        '_bucket{le="0.5"} 2',
        '_bucket{le="1"} 2',
        '_bucket{le="2"} 2',
        '_bucket{le="5"} 2',
        '_bucket{le="10"} 3',
        '_bucket{le="30"} 3',
        '_bucket{le="60"} 3',
        '_bucket{le="+Inf"} 4',
        "_sum 1007.55",
        "_count 4"
      ]
    )
  })

  it("has one series for each combination of labels, which it escapes", () => {
    const metrics = new Metric.Metrics()
    metrics.webhookAttempts.of("status").add()
    metrics.webhookAttempts.of("status").add()
    metrics.webhookAttempts.of('a "b"\\\nc').add()
    assert.deepStrictEqual(linesOf(metrics, "boardwright_webhook_attempts_total{"), [
      'boardwright_webhook_attempts_total{result="status"} 2',
      'boardwright_webhook_attempts_total{result="a \\"b\\"\\\\\\nc"} 1'
    ])
  })

  it("reads a value when it is written, and writes numbers as Prometheus does", () => {
    const metrics = new Metric.Metrics()
    let waiting: number | null = 3
    metrics.hashQueue.from(() => waiting)
    assert.include(metrics.text, "boardwright_password_hash_queue_length 3\n")
    for (const [value, text] of [
      [Infinity, "+Inf"],
      [-Infinity, "-Inf"],
      [Number.NaN, "NaN"],
      [1e21, "1e+21"]
    ] as const) {
      waiting = value
      assert.include(metrics.text, `boardwright_password_hash_queue_length ${text}\n`)
    }
    waiting = null
    assert.notInclude(metrics.text, "boardwright_password_hash_queue_length")
  })
})
