/** Reads packages of Office Open XML: the files of one, and the texts of their elements. */
import { decodeXML } from 'entities';
import { strFromU8, unzipSync } from 'fflate';

export const filesIn = (content: Uint8Array): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(unzipSync(content)).map(([name, bytes]) => [name, strFromU8(bytes)]));

/** All bytes of a file that is written in parts. */
export const collected = async (parts: AsyncIterable<string | Uint8Array>): Promise<Uint8Array> => {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(Buffer.from(part));
  return Buffer.concat(all);
};

const withoutCodes = (text: string): string =>
  text.replace(/_x([\da-f]{4})_/giu, (_code, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** The cells of a sheet, row by row. */
export const rowsIn = (sheet: string): readonly (readonly string[])[] =>
  [...sheet.matchAll(/<row>(.*?)<\/row>/gsu)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<c t="inlineStr"><is><t xml:space="preserve">(.*?)<\/t><\/is><\/c>/gsu)].map(
      ([, text = '']) => withoutCodes(decodeXML(text)),
    ),
  );
