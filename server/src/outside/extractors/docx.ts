import { type Content, Fault, type Picture, type Reader } from "./content.ts";
import { limits } from "./limits.ts";
import { wordXmlToText } from "./word-xml.ts";
import { readZip, type ZipPart } from "./zip.ts";

/** Parts with words, in the order a reader meets them; the body first whatever its name (document2.xml exists). */
const order = [
  /^word\/document\d*\.xml$/i,
  /^word\/(footnotes|endnotes)\d*\.xml$/i,
  /^word\/diagrams\/data\d*\.xml$/i,
  /^word\/header\d*\.xml$/i,
  /^word\/footer\d*\.xml$/i,
  /^word\/comments\d*\.xml$/i,
];
const media = /^word\/media\/[^/]+\.(png|jpe?g|gif|tiff?)$/i;
/** A document with fewer letters than this may be a scan pasted into Word: then its pictures are read too. */
const fewLetters = 200;

export const readDocx: Reader = async (bytes): Promise<Content> => {
  const parts = await readZip(bytes, (name) => rank(name) >= 0 || media.test(name));
  const written = parts.filter(({ name }) => rank(name) >= 0).sort((a, b) => rank(a.name) - rank(b.name));
  if (!written.some(({ name }) => rank(name) === 0)) throw new Fault("corrupt", "No document part");

  const texts = written.map(({ bytes }) => wordXmlToText(decodeXml(bytes)).trim());
  const text = unique(texts.filter((part) => part !== "")).join("\n\n");
  const isDamaged = written.some((part) => part.isDamaged);
  if (isDamaged && text === "") throw new Fault("corrupt", "No part can be read");
  const pictures = lettersIn(text) < fewLetters ? picturesOf(parts) : [];
  return { kind: "docx", pieces: [text, ...pictures], truncated: isDamaged };
};

/** UTF-8, unless a byte order mark says UTF-16: the only two that XML readers must know. */
function decodeXml(bytes: Buffer) {
  const mark = bytes.length > 1 ? bytes.readUInt16BE(0) : 0;
  return new TextDecoder(mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8").decode(bytes);
}

const rank = (name: string) => order.findIndex((pattern) => pattern.test(name));
const lettersIn = (text: string) => text.replace(/\s/g, "").length;
/** First, even and odd pages have a header each, mostly the same. */
const unique = (texts: string[]) => [...new Set(texts)];

function picturesOf(parts: ZipPart[]): Picture[] {
  const found = parts.filter(({ name, bytes }) => media.test(name) && bytes.length <= limits.fileBytes);
  return found.slice(0, limits.ocrPages).map(({ bytes }) => ({ format: "image", page: 0, bytes }));
}
