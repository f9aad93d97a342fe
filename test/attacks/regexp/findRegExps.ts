import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"

const ROOT = fileURLToPath(new URL("../../../", import.meta.url))

/** A regular expression of the product's source. */
export interface FoundRegExp {
  readonly place: string
  readonly source: string
  readonly flags: string
}

const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

const descendants = (node: ts.Node): ReadonlyArray<ts.Node> => {
  const all: Array<ts.Node> = []
  const visit = (each: ts.Node): void => {
    all.push(each)
    ts.forEachChild(each, visit)
  }
  visit(node)
  return all
}

/** The text of a constant expression, from constants of its own file. Throws for another. */
const constantText = (node: ts.Node, file: ts.SourceFile): string => {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) => constantText(expression, file) + literal.text)
    return node.head.text + spans.join("")
  }
  if (ts.isTaggedTemplateExpression(node) && ts.isNoSubstitutionTemplateLiteral(node.template)) {
    return node.template.rawText ?? ""
  }
  if (ts.isIdentifier(node)) {
    const found = descendants(file).find((each) => ts.isVariableDeclaration(each) && each.name.getText() === node.text)
    if (found !== undefined && ts.isVariableDeclaration(found) && found.initializer !== undefined) {
      return constantText(found.initializer, file)
    }
  }
  throw new Error(
    `${file.fileName}: ${node.getText()} is no constant of its file, so what is made of it cannot be checked`
  )
}

const isCallOfRegExp = (node: ts.Node): node is ts.NewExpression | ts.CallExpression =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp"

const findIn = (file: ts.SourceFile): ReadonlyArray<FoundRegExp> =>
  descendants(file).flatMap((node) => {
    const place = `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/")
      return [{ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) }]
    }
    if (isCallOfRegExp(node)) {
      const [source = "", flags = ""] = (node.arguments ?? []).map((each) => constantText(each, file))
      return [{ place, source, flags }]
    }
    return []
  })

/** Every regular expression in the source of the packages. */
export const findRegExps = (): ReadonlyArray<FoundRegExp> =>
  readdirSync(join(ROOT, "packages"))
    .map((name) => `packages/${name}/src`)
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => {
      const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      return paths
        .filter((path) => /\.tsx?$/.test(path))
        .flatMap((path) => findIn(parse(`${folder}/${path}`, readFileSync(join(ROOT, folder, path), "utf8"))))
    })
