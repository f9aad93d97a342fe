import { GET } from "./app/work/api/[...path]/route.js"
import { boardwright } from "./boardwright.js"

if (import.meta.filename === process.argv[1]) {
  const answer = await GET(new Request("https://app.example.com/work/api/health"))
  console.log(answer.status, await answer.text())
  await (await boardwright()).close()
}

export { boardwright }
export * as route from "./app/work/api/[...path]/route.js"
