import { boardwright } from "../../../../boardwright.js"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"

const handle = async (request: Request): Promise<Response> => (await boardwright()).fetch(request)

export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS, handle as PATCH, handle as POST }
