import { Metric } from "@boardwright/core"
import { measureResponses, type OnResponse, type ServedRequest } from "@boardwright/http"
import { expect, it, vi } from "vitest"

const request: ServedRequest = {
  requestId: "r",
  traceId: null,
  method: "GET",
  route: "/api/tasks/:id",
  status: 200,
  duration: 30,
  databaseDuration: 0,
  statements: 0,
  isStream: false,
  bytes: 2,
  userId: null,
  address: null,
  clientGone: false,
  level: "info"
}

it("counts a response by template, method and status, of unknown routes as one, and calls the host's function", () => {
  const metrics = new Metric.Metrics()
  const onResponse = vi.fn<OnResponse>(() => "answered")
  const measured = measureResponses(metrics, onResponse)
  expect(measured?.(request)).toBe("answered")
  measured?.({ ...request, route: null, status: 404 })
  measured?.({ ...request, route: null, status: 404, duration: 70 })
  measured?.({ ...request, status: 429 })
  expect(onResponse).toHaveBeenCalledTimes(4)
  const counts = metrics.text.split("\n").filter((line) => /^\w+_(count|sum|requests_total)\b.* [\d.]+$/.test(line))
  expect(counts).toEqual([
    'boardwright_http_request_duration_seconds_sum{route="/api/tasks/:id",method="GET",status="200"} 0.03',
    'boardwright_http_request_duration_seconds_count{route="/api/tasks/:id",method="GET",status="200"} 1',
    'boardwright_http_request_duration_seconds_sum{route="unmatched",method="GET",status="404"} 0.1',
    'boardwright_http_request_duration_seconds_count{route="unmatched",method="GET",status="404"} 2',
    'boardwright_http_request_duration_seconds_sum{route="/api/tasks/:id",method="GET",status="429"} 0.03',
    'boardwright_http_request_duration_seconds_count{route="/api/tasks/:id",method="GET",status="429"} 1',
    "boardwright_http_rate_limited_requests_total 1",
    "boardwright_change_delay_seconds_sum 0",
    "boardwright_change_delay_seconds_count 0"
  ])
})

it("is the host's function itself without metrics", () => {
  const onResponse = () => undefined
  expect([measureResponses(null, onResponse), measureResponses(null, undefined)]).toEqual([onResponse, undefined])
})
