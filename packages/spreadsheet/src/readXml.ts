import sax from "sax"
import { XlsxInvalid } from "./zipDirectory.js"

/** What happens at each part of an XML document. Names come without their prefix. */
export interface XmlHandlers {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** Deepest nesting of elements; a workbook needs about ten. */
const MAX_DEPTH = 100

/** Most attributes of an element; a workbook needs about twenty. */
const MAX_ATTRIBUTES = 1000

/** The name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

/** Refuses the content of a file that is a zip file. */
export const damaged = (reason: string): XlsxInvalid => new XlsxInvalid(`is a damaged Excel file (${reason})`)

const parserOf = ({ close, open, text }: XmlHandlers): sax.SAXParser => {
  let [depth, attributes] = [0, 0]
  const events: Partial<sax.SAXParser> = {
    onopentagstart: () => {
      attributes = 0
      depth += 1
      if (depth > MAX_DEPTH) throw damaged(`XML nested deeper than ${MAX_DEPTH}`)
    },
    onattribute: () => {
      attributes += 1
      if (attributes > MAX_ATTRIBUTES) throw damaged(`an XML element with more than ${MAX_ATTRIBUTES} attributes`)
    },
    onopentag: (tag) => open(localName(tag.name), (tag as sax.Tag).attributes),
    onclosetag: (name) => {
      depth -= 1
      close?.(localName(name))
    },
    ontext: (each) => text?.(each),
    oncdata: (each) => text?.(each),
    // A document type can declare entities; Office writes none.
    ondoctype: () => {
      throw damaged("XML with a document type")
    },
    onerror: (error) => {
      throw damaged(error.message.split("\n", 1)[0] ?? "")
    }
  }
  return Object.assign(sax.parser(true, { position: false }), events)
}

const decoderOf = (head: Uint8Array): TextDecoder => {
  const [first, second] = head
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
  return new TextDecoder(encoding, { fatal: true })
}

const decode = (decoder: TextDecoder, bytes?: Uint8Array): string => {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
  } catch (cause) {
    throw cause instanceof TypeError ? damaged("bytes that are not text") : cause
  }
}

/**
 * Reads an XML document of any size, UTF-8 or UTF-16, in time linear in it and without holding more than a chunk.
 * Throws `XlsxInvalid` for XML that is not well-formed, is nested too deeply or has a document type.
 */
export const readXml = async (bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> => {
  const parser = parserOf(handlers)
  let decoder: TextDecoder | null = null
  for await (const chunk of bytes) {
    decoder ??= decoderOf(chunk)
    parser.write(decode(decoder, chunk))
  }
  if (decoder !== null) parser.write(decode(decoder))
  parser.close()
}
