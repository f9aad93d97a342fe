import { Board, Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import fc from "fast-check"

const FINE = [
  "#FFFFFF",
  "#fff",
  "#0a1B2c",
  "linear-gradient(135deg, #667eea 0%, #764ba2 100%)",
  "linear-gradient(to right, red, blue)",
  "linear-gradient(to bottom left, #f6d365, #fda085)",
  "linear-gradient(0.25turn, #e66465, #9198e5)",
  "linear-gradient(.5turn, red, blue)",
  "linear-gradient(-45deg, rgba(255, 255, 255, 0.5), transparent)",
  "linear-gradient(90deg, rgb(2 0 36 / 50%) 0%, hsl(201deg 100% 50%) 100%)",
  "linear-gradient(red 0 20%, blue 20% 100%)",
  "linear-gradient(in oklch, oklch(70% 0.1 200), lab(50% 40 59.5))",
  "LINEAR-GRADIENT(RED, BLUE)",
  "linear-gradient(#f00, #00ff0080)",
  "linear-gradient(100grad, red, blue)",
  "linear-gradient(3.14rad, red, blue)",
  "radial-gradient(circle at 50% 50%, #fff, #000)",
  "radial-gradient(farthest-corner at 40px 40px, #f35, #43e)",
  "conic-gradient(from 45deg, red, orange, yellow, green, blue)",
  "repeating-linear-gradient(45deg, #606dbc, #606dbc 10px, #465298 10px, #465298 20px)",
  "repeating-radial-gradient(black, black 5px, white 5px, white 10px)",
  "repeating-conic-gradient(hwb(0 0% 0%), oklab(50% 0 0) 15deg)"
]

const WRONG = [
  "",
  "red",
  "#ff",
  "#ffff",
  "#FFFFFFFF",
  "#GGGGGG",
  "#FFFFFF;",
  "#FFFFFF ",
  "#FFFFFF\n",
  "url(https://example.com/a.png)",
  "linear-gradient(url(https://example.com/a.png), red)",
  "linear-gradient(red, URL(x))",
  "linear-gradient(red, blue), url(x)",
  "linear-gradient(red, blue); background: url(x)",
  "linear-gradient(red, blue); position: fixed",
  "linear-gradient(red; blue)",
  "linear-gradient(red, blue)}",
  "linear-gradient({red}, blue)",
  "linear-gradient(red, blue",
  "linear-gradient red, blue)",
  "linear-gradient((red, blue)",
  "linear-gradient(red, blue))",
  "linear-gradient(red), (blue)",
  "linear-gradient(red), rgb(1, 2, 3)",
  "linear-gradient(red) rgb(0 0 0)",
  "linear-gradient(rgb(1, 2, 3, red)",
  "linear-gradient()",
  "linear-gradient( )",
  "linear-gradient(var(--secret), red)",
  "linear-gradient(attr(title), red)",
  "linear-gradient(env(safe-area-inset-top), red)",
  "linear-gradient(calc(1px), red)",
  "linear-gradient(image(red), blue)",
  "linear-gradient(expression(alert(1)), red)",
  "linear-gradient(element(#id), red)",
  "linear-gradient(red (1), blue)",
  "image-set(linear-gradient(red, blue))",
  "cross-fade(red, blue)",
  "paint(linear-gradient)",
  "linear-gradient('red', blue)",
  'linear-gradient("red", blue)',
  "linear-gradient(red, /* x */ blue)",
  "linear-gradient(red\\, blue)",
  "linear-gradient(\\75rl(x), red)",
  "linear-gradient(red, blue) !important",
  "linear-gradient(<b>, red)",
  "linear-gradient(@import, red)",
  "linear-gradient(u\u0000rl(x), red)",
  "linear-gradient(rеd, blue)",
  "linear-gradient(red, blue)\u2028",
  "linear-gradient(10em, red)",
  "linear-gradient(#ggg, red)",
  " linear-gradient(red, blue)",
  "xlinear-gradient(red, blue)",
  "-webkit-linear-gradient(red, blue)"
]

describe("backgrounds", () => {
  it.each(FINE)("accept %s", (value) => {
    assert.isTrue(Board.isBackgroundValue(value))
  })

  it.each(WRONG)("reject %j", (value) => {
    assert.isFalse(Board.isBackgroundValue(value))
  })

  it("contain nothing that ends a declaration, opens a block, quotes, escapes or loads", () => {
    const words = `linear-gradient( radial-gradient( url( rgb( var( ( ) , ; { } red #fff 50% 45deg / /* */ \\ " ' < @ - u rl( 12px e`
    const piece = fc.constantFrom(" ", "\n", "\u0000", "URL (", ...words.split(" "))
    const nearly = fc.array(piece, { maxLength: 12 }).map((pieces) => `linear-gradient(${pieces.join("")})`)
    fc.assert(
      fc.property(nearly, (value) => {
        if (!Board.isBackgroundValue(value)) return
        assert.notMatch(value, /[;{}"'\\<>@]|\/\*|url\s*\(|var\(/i)
        assert.strictEqual(value.split("(").length, value.split(")").length)
      }),
      { numRuns: 2000 }
    )
  })

  it("have at most 1000 characters", () => {
    const wide = (length: number) => `linear-gradient(red, blue${" ".repeat(length - 26)})`
    assert.strictEqual(wide(1000).length, 1000)
    assert.isTrue(Board.isBackgroundValue(wide(1000)))
    assert.isFalse(Board.isBackgroundValue(wide(1001)))
  })

  it("have a type, which is an open label", () => {
    const decode = Values.decodeInput(Board.BackgroundInput)
    const run = (input: unknown) => Effect.runSync(Effect.either(decode(input)))
    const value = "#FFFFFF"
    for (const type of ["solid", "gradient", "confetti"]) {
      assert.deepStrictEqual(run({ type, value, extra: 1 }), Either.right({ type, value }))
    }
    for (const input of [
      { type: "", value },
      { type: "solid" },
      { value },
      { type: 1, value },
      { type: "solid", value: 1 }
    ]) {
      assert.isTrue(Either.isLeft(run(input)))
    }
  })
})
