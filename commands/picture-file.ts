/** Pictures as files: their type by what they begin with, and without the metadata that may say where they were taken. */

/** `content` begins as files of the type do; the types are PNG, JPEG, GIF and WebP. */
export type Picture = { readonly type: string; readonly content: Buffer };

/** What a file of the type begins with. An SVG is a document, not a picture. */
const BEGINNINGS: readonly (readonly [type: string, beginning: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/u],
  ['image/jpeg', /^ffd8ff/u],
  ['image/gif', /^47494638(?:37|39)61/u],
  // "RIFF", the size, "WEBP".
  ['image/webp', /^52494646.{8}57454250/u],
];

const LONGEST = 12;

export const PICTURE_TYPES: readonly string[] = BEGINNINGS.map(([type]) => type);

export const pictureIn = (content: Buffer): Picture | null => {
  const beginning = content.toString('hex', 0, LONGEST);
  const [type] = BEGINNINGS.find(([, bytes]) => bytes.test(beginning)) ?? [];
  return type === undefined ? null : { type, content };
};

const JPEG_APPLICATION = 0xe0;
const JPEG_COMMENT = 0xfe;
const JPEG_SCAN = 0xda;
const JPEG_END = 0xd9;

/** Only the application segments that say how colours are meant stay. */
const isJpegMetadata = (marker: number, segment: Buffer): boolean => {
  if (marker === JPEG_COMMENT) return true;
  if (marker < JPEG_APPLICATION || marker > JPEG_APPLICATION + 15) return false;
  const application = marker - JPEG_APPLICATION;
  return ![0, 14].includes(application) && !(application === 2 && segment.toString('latin1', 4, 15) === 'ICC_PROFILE');
};

/** Where the coded data that begin at `from` end: at a marker other than those within them. */
const endOfScan = (file: Buffer, from: number): number => {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const marker = file.readUInt8(at + 1);
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at;
  }
  throw new RangeError('cut off');
};

/** What follows the end, such as a video, goes too. */
const jpegWithout = (file: Buffer): Buffer => {
  const kept = [file.subarray(0, 2)];
  for (let at = 2; ;) {
    if (file.readUInt8(at) !== 0xff) throw new RangeError('not a segment');
    const marker = file.readUInt8(at + 1);
    if (marker === JPEG_END) return Buffer.concat([...kept, file.subarray(at, at + 2)]);
    const header = at + 2 + file.readUInt16BE(at + 2);
    const end = marker === JPEG_SCAN ? endOfScan(file, header) : header;
    const segment = file.subarray(at, end);
    if (!isJpegMetadata(marker, segment)) kept.push(segment);
    at = end;
  }
};

const PNG_METADATA: readonly string[] = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'];
const PNG_BEGINNING = 8;
/** The length, the type and the checksum. */
const PNG_FRAME = 12;

const pngWithout = (file: Buffer): Buffer => {
  const kept = [file.subarray(0, PNG_BEGINNING)];
  for (let at = PNG_BEGINNING; ;) {
    const end = at + PNG_FRAME + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (end > file.length) throw new RangeError('cut off');
    if (!PNG_METADATA.includes(type)) kept.push(file.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(kept);
    at = end;
  }
};

const WEBP_METADATA: readonly string[] = ['EXIF', 'XMP '];
const WEBP_BEGINNING = 12;
const WEBP_FRAME = 8;
/** In the flags of an extended file: it has Exif, and XMP. */
const WEBP_FLAGS = 0x0c;

const webpWithout = (file: Buffer): Buffer => {
  const kept: Buffer[] = [];
  const whole = 8 + file.readUInt32LE(4);
  if (whole > file.length) throw new RangeError('cut off');
  for (let at = WEBP_BEGINNING; at < whole;) {
    const type = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const chunk = Buffer.from(file.subarray(at, at + WEBP_FRAME + size + (size % 2)));
    if (type === 'VP8X') chunk.writeUInt8(chunk.readUInt8(WEBP_FRAME) & ~WEBP_FLAGS, WEBP_FRAME);
    if (!WEBP_METADATA.includes(type)) kept.push(chunk);
    at += chunk.length;
  }
  const beginning = Buffer.from(file.subarray(0, WEBP_BEGINNING));
  beginning.writeUInt32LE(4 + kept.reduce((sum, { length }) => sum + length, 0), 4);
  return Buffer.concat([beginning, ...kept]);
};

const WITHOUT: Readonly<Record<string, (file: Buffer) => Buffer>> = {
  'image/jpeg': jpegWithout,
  'image/png': pngWithout,
  'image/webp': webpWithout,
};

/** Null unless it is a JPEG, PNG or WebP that is not cut off. A turned photo is no longer turned: that is metadata too. */
export const withoutMetadata = (content: Buffer): Picture | null => {
  const type = pictureIn(content)?.type ?? '';
  try {
    const clean = WITHOUT[type]?.(content);
    return clean === undefined ? null : { type, content: clean };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};
