import { Facade } from "@boardwright/core"
import { handlers } from "../Handler.js"
import type { SearchApi } from "./SearchApi.js"

const { search } = Facade.useCases

export const SearchHandlers = handlers<typeof SearchApi>()({
  find: ({ input }) => search.find.run(input())
})
