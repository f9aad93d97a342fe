export { xlsxSource } from "@boardwright/spreadsheet"
