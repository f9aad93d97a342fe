import * as Parts from "../apiParts.js"
import { SearchParameters, SearchResults } from "./SearchSchemas.js"

export const SearchApi = Parts.group("search", "Search in tasks and comments")
  .add(
    Parts.get(
      "find",
      "/search",
      "Search tasks and comments",
      "On all boards that the caller can read, or on one, or in one workspace; without what is in the trash. Tasks by name come first, then tasks by name and description, then comments; each by the time of the last change. Of more than 500 matches those that were indexed last are ranked."
    )
      .setUrlParams(SearchParameters)
      .addSuccess(SearchResults)
      .addError(Parts.BadRequest)
  )
  .addError(Parts.Forbidden)
  .addError(Parts.NotFound)
  .middleware(Parts.Session)
