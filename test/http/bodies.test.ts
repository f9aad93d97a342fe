import { describe, expect } from "vitest"
import { expectInvalid, expectError, onServer } from "./given.js"

const MIB = 1024 * 1024

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth)

/** A workspace's name in a body of exactly so many bytes. */
const bodyOf = (bytes: number): string => {
  const [head, tail] = ['{"name":"A","padding":"', '"}']
  return head + "x".repeat(bytes - head.length - tail.length) + tail
}

const { it, server } = onServer()

const bytes = (...values: ReadonlyArray<number | string>) =>
  Buffer.concat(values.map((value) => (typeof value === "number" ? Buffer.of(value) : Buffer.from(value))))

describe("content types", () => {
  it.for(["application/json; charset=utf-8", " application/json "])(
    "accepts %j",
    async (contentType, { home: { post } }) => {
      const headers = { "content-type": contentType }
      expect((await post("/api/workspaces", { name: "A" }, { headers })).status).toBe(201)
    }
  )

  it.for(["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16"])(
    "rejects %j with one detail and creates nothing",
    async (contentType, { home: { get, patch, post, workspaceId } }) => {
      const headers = { "content-type": contentType }
      expectInvalid(await post("/api/workspaces", { name: "A" }, { headers }), [""])
      expectInvalid(await patch(`/api/workspaces/${workspaceId}`, { name: "A" }, { headers }), [""])
      expect((await get("/api/workspaces")).body.workspaces).toHaveLength(1)
    }
  )

  it("rejects a body without one", async ({ home: { user } }) => {
    const headers = { authorization: `Bearer ${user.token}` }
    const body = Buffer.from('{"name":"A"}')
    const response = await fetch(`${server().url}/api/workspaces`, { method: "POST", headers, body })
    const { status } = response
    expectInvalid({ status, headers: response.headers, body: await response.json() }, [""])
  })

  it("GET and DELETE ignore content type and body", async ({ home }) => {
    const taskId = await home.givenTask()
    const headers = { "content-type": "text/plain" }
    expect((await home.del(`/api/tasks/${taskId}`, "{ no JSON", { headers })).status).toBe(200)
    expect((await home.del(`/api/boards/${home.boardId}`, "[", {})).status).toBe(200)
    expect((await home.get("/api/workspaces", undefined, { headers })).status).toBe(200)
  })
})

describe("malformed JSON", () => {
  it.for(["", "{", '{"name":"A",}', '{"name":"A"}{}'])(
    "rejects %j with one detail",
    async (text, { home: { patch, post, workspaceId } }) => {
      expectInvalid(await post("/api/workspaces", Buffer.from(text)), [""])
      expectInvalid(await patch(`/api/workspaces/${workspaceId}`, Buffer.from(text)), [""])
    }
  )

  it.for(["null", "5", '"text"', "true", "[]", '[{"name":"A"}]'])(
    "rejects %s, which is not an object",
    async (text, { home: { patch, post, workspaceId } }) => {
      expectInvalid(await post("/api/workspaces", text), [""])
      expectInvalid(await patch(`/api/workspaces/${workspaceId}`, text), [""])
    }
  )

  it("skips a byte order mark", async ({ home: { post } }) => {
    const { body, status } = await post("/api/workspaces", bytes(0xef, 0xbb, 0xbf, '{"name":"A"}'))
    expect({ status, name: body.workspace.name }).toEqual({ status: 201, name: "A" })
  })
})

describe("text that databases store differently", () => {
  it.for([
    ['{"name":"a\\u0000b"}', "name"],
    ['{"name":"\\ud800"}', "name"],
    ['{"name":"\\udc00\\ud800"}', "name"],
    ['{"name":"A","unknown":{"deep":["ok","\\u0000"]}}', "unknown.deep.1"],
    ['{"name":"A","a\\u0000b":1}', ""]
  ] as const)("rejects %s with one detail", async ([text, path], { home: { get, post } }) => {
    expectInvalid(await post("/api/workspaces", text), [path])
    expect((await get("/api/workspaces")).body.workspaces).toHaveLength(1)
  })

  it("stores every other text as it was sent", async ({ home }) => {
    const description = "\u0001\u001f\u007f\u200b\u202e\ufeff\uffff😀\r\n\t\\\"'`; drop table x -- {{7*7}} <script>"
    const path = `/api/tasks/${await home.givenTask({ description })}`
    expect((await home.get(path)).body.description).toBe(description)
    const escaped = '{"description":"\\ud83d\\ude00\\u00e4"}'
    expect((await home.patch(path, escaped)).body.task.description).toBe("😀ä")
  })
})

describe("field names that reach a prototype", () => {
  it.for([
    '{"name":"A","__proto__":{"color":"#000000"}}',
    '{"name":"A","constructor":{"prototype":{"polluted":1}}}',
    '{"name":"A","a":[{"prototype":1}]}',
    '{"name":"A","\\u005f_proto__":{}}'
  ])("rejects %s, which changes no prototype", async (text, { home: { post } }) => {
    const { body, status } = await post("/api/workspaces", text)
    expect({ status, error: body.error, details: body.details.length }).toEqual({
      status: 400,
      error: "Validation failed",
      details: 1
    })
    expect({}).not.toHaveProperty("polluted")
    expect({}).not.toHaveProperty("color")
  })

  it("are accepted in text", async ({ home: { post } }) => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect((await post("/api/workspaces", { name })).body.workspace.name).toBe(name)
    }
    expect((await post("/api/workspaces", '{"name":"A","toString":1,"hasOwnProperty":2}')).status).toBe(201)
  })

  it("are not columns of a board", async ({ home }) => {
    const path = `/api/tasks/${await home.givenTask()}`
    for (const key of ["toString", "hasOwnProperty", "valueOf"]) {
      expectInvalid(await home.patch(path, { columnValues: { [key]: 1 } }), [`columnValues.${key}`])
      const large = Array.from({ length: 8_000 }, () => 100)
      const twice = [`columnValues.${key}`, `columnValues.${key}`]
      expectInvalid(await home.patch(path, { columnValues: { [key]: large } }), twice)
    }
  })
})

describe("nesting", () => {
  it("of 32 levels is accepted and of 33 rejected, in known and unknown fields", async ({ home }) => {
    const columnId = await home.givenColumn()
    const path = `/api/tasks/${await home.givenTask()}`
    const values = (depth: number) => `{"columnValues":{"${columnId}":${nested(depth)}}}`
    expect((await home.patch(path, values(30))).status).toBe(200)
    expect((await home.get(path)).body.columnValues).toEqual({ [columnId]: JSON.parse(nested(30)) })
    expectInvalid(await home.patch(path, values(31)), [""])
    expect((await home.patch(path, `{"unknown":${nested(31)}}`)).status).toBe(200)
    expectInvalid(await home.patch(path, `{"unknown":${nested(32)}}`), [""])
    expectInvalid(await home.patch(path, nested(100_000)), [""])
  })
})

describe("numbers and duplicate fields", () => {
  it("a number beyond the range of doubles is rejected where it would be stored", async ({ home }) => {
    const columnId = await home.givenColumn()
    const path = `/api/tasks/${await home.givenTask()}`
    expectInvalid(await home.patch(path, `{"columnValues":{"${columnId}":1e400}}`), [`columnValues.${columnId}`])
    expectInvalid(await home.patch(path, `{"columnValues":{"${columnId}":[-1e400]}}`), [`columnValues.${columnId}`])
    expectInvalid(await home.patch(`/api/boards/${home.boardId}/columns/${columnId}`, '{"width":1e400}'), ["width"])
    expect((await home.patch(path, '{"unknown":1e400}')).status).toBe(200)
  })

  it("the last of two fields with one name counts", async ({ home: { post } }) => {
    expect((await post("/api/workspaces", '{"name":"A","name":"B"}')).body.workspace.name).toBe("B")
  })
})

describe("sizes", () => {
  it("1 MiB is accepted and a byte more is 413 with the error body", async ({ home: { get, post } }) => {
    expect((await post("/api/workspaces", bodyOf(MIB))).status).toBe(201)
    const { body, status } = await post("/api/workspaces", bodyOf(MIB + 1))
    expect(status).toBe(413)
    expect(body).toEqual({
      error: "Validation failed",
      code: "PayloadTooLarge",
      details: [{ path: [], message: expect.any(String) }]
    })
    expect((await get("/api/workspaces")).body.workspaces).toHaveLength(2)
  })

  it("an import may have 16 MiB", async ({ home }) => {
    const send = async (size: number) => {
      const texts = `"${"x".repeat(MIB - 3)}",`.repeat(15)
      const head = `{"name":"A","workspaceId":"${home.workspaceId}","columnMappings":[],"rows":[],"padding":[${texts}"`
      return home.post("/api/boards/import", head + "x".repeat(size - head.length - 3) + '"]}')
    }
    expect((await send(16 * MIB)).status).toBe(201)
    const { body, status } = await send(16 * MIB + 1)
    expect({ status, error: body.error }).toEqual({ status: 413, error: "Validation failed" })
    expect((await home.get("/api/workspaces")).status).toBe(200)
  })

  it("of a body are checked after the token", async () => {
    const answer = await server().call("POST", "/api/workspaces", { body: bodyOf(MIB + 1) })
    expectError(answer, 401, "Unauthorized")
  })
})
