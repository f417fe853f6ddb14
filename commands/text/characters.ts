/** Decodes the characters of a text, however they are encoded. */
import { decodeHTMLStrict } from 'entities';

/** Some providers escape text twice; anything escaped more often stays as written. */
const DECODINGS = 4;

/**
 * Characters no text needs: control characters except white space, noncharacters, the byte order mark, and direction marks that affect
 * what follows.
 */
const UNWANTED = /[^\P{Cc}\s]|[\p{Noncharacter_Code_Point}\u{feff}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu;
const LONE_SURROGATE = /\p{Cs}/gu;
const REFERENCE = /&(?:#|[a-z])/i;

/** Without the characters no text needs, and without halves of characters. */
export const wanted = (text: string): string => text.replace(UNWANTED, '').replace(LONE_SURROGATE, '\u{fffd}');

/** Without control characters and character references (`&lt;`, `&#60;`). */
export const decoded = (text: string): string => {
  let now = wanted(text);
  for (let times = 0; times < DECODINGS && REFERENCE.test(now); times += 1) {
    const next = wanted(decodeHTMLStrict(now));
    if (next === now) break;
    now = next;
  }
  return now;
};

/** What HTML reads as a character reference: with a semicolon any, without one those of HTML 4's Latin 1 (as browsers do). */
const READ_AS_REFERENCE =
  /&(?=#x?[\da-f]|[a-z][a-z\d]*;|[aeiouy]acute|[aeiou](?:grave|circ)|[aeiouy]uml|[ano]tilde|ccedil|a(?:ring|elig)|oslash|amp|lt|gt|quot|copy|reg|eth|thorn|szlig|nbsp|iexcl|cent|pound|curren|yen|brvbar|sect|uml|ordf|laquo|not|shy|macr|deg|plusmn|sup[123]|acute|micro|para|middot|cedil|ordm|raquo|frac(?:12|14|34)|iquest|times|divide)/giu;

/** An `&` that HTML would take for the start of a reference is followed by a space: read as HTML, the text says the same. */
export const undecodable = (text: string): string =>
  text.includes('&') ? text.replace(READ_AS_REFERENCE, '& ') : text;

/** One space for each run of white space; with `lines`, line breaks stay, at most one empty line in a row. */
export const spaced = (text: string, lines: boolean): string =>
  lines
    ? text
        .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
        .replace(/[^\S\n]+/gu, ' ')
        .replace(/ ?\n ?/gu, '\n')
        .replace(/\n{3,}/gu, '\n\n')
    : text.replace(/\s+/gu, ' ');
