/** Pictures without their metadata. */
import assert from 'node:assert/strict';
import { withoutMetadata } from '../../commands/picture-file.ts';
import { PNG } from '../support/png.ts';
import { suite } from '../support/suite.ts';

const pictures = suite('a picture from a file');

const segment = (marker: number, text: string): Buffer => {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(text.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), size, Buffer.from(text, 'latin1')]);
};
const jpegOf = (...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, segment(0xda, 'scan'), Buffer.from([1, 2, 0xff, 0xd9])]);

const pngChunk = (type: string, text: string): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(text.length);
  return Buffer.concat([size, Buffer.from(type + text, 'latin1'), Buffer.alloc(4)]);
};

const webpChunk = (type: string, content: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(type), size, content, Buffer.alloc(content.length % 2)]);
};
const webpOf = (...chunks: readonly Buffer[]): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(4 + Buffer.concat(chunks).length);
  return Buffer.concat([Buffer.from('RIFF'), size, Buffer.from('WEBP'), ...chunks]);
};

pictures('loses what says where and with what it was taken', () => {
  const [jfif, exif] = [segment(0xe0, 'JFIF'), segment(0xe1, 'Exif 48.2 N')];
  const [colours, previews] = [segment(0xe2, 'ICC_PROFILE and so on'), segment(0xe2, 'MPF')];
  const made = jpegOf(jfif, exif, colours, previews, segment(0xeb, 'C2PA'), segment(0xfe, 'by Jo'));
  assert.deepEqual(withoutMetadata(Buffer.concat([made, Buffer.from('a video')])), {
    type: 'image/jpeg',
    content: jpegOf(jfif, colours),
  });
  const [beginning, rest] = [PNG.subarray(0, 33), PNG.subarray(33)];
  assert.deepEqual(withoutMetadata(Buffer.concat([beginning, pngChunk('eXIf', '48.2 N'), rest])), {
    type: 'image/png',
    content: PNG,
  });
  const image = webpChunk('VP8 ', Buffer.from('pixels'));
  const flags = (bits: number): Buffer => webpChunk('VP8X', Buffer.from([bits, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  assert.deepEqual(withoutMetadata(webpOf(flags(0x1c), image, webpChunk('EXIF', Buffer.from('48.2 N!')))), {
    type: 'image/webp',
    content: webpOf(flags(0x10), image),
  });
});

pictures('is complete, and of a type that has pixels alone', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
  for (const file of [svg, Buffer.alloc(0), PNG.subarray(0, 40), jpegOf().subarray(0, 3), webpOf().subarray(0, 11)])
    assert.equal(withoutMetadata(file), null, file.toString('latin1'));
});
