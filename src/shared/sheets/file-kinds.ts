import { unzipSync } from 'fflate';
import { isArchive } from './read-workbook.ts';
import { SheetProblem } from './sheet-problem.ts';

/** Refuses a file of a program that saves another one: the sentence says what it is, and what to do. */
export function refuseOtherFile(bytes: Uint8Array, name = ''): void {
  const sentence = isArchive(bytes) ? ofArchive(bytes) : isOle(bytes) ? ofOle(bytes, name) : ofText(bytes);
  if (sentence !== undefined) throw new SheetProblem(sentence);
}

function ofArchive(bytes: Uint8Array): string | undefined {
  const names = namesIn(bytes);
  const has = (part: RegExp) => names.some((name) => part.test(name));
  if (has(/^Index\/.*\.iwa$|^Index\.zip$/))
    return 'This is a workbook of Numbers. Export it as Excel (XLSX) or CSV in Numbers.';
  if (has(/^content\.xml$/)) return 'This is an OpenDocument workbook (ODS). Save it as XLSX or CSV.';
  if (has(/^xl\/workbook\.bin$/)) return 'This is a binary workbook (XLSB). Save it as XLSX.';
  if (has(/^word\/|^ppt\//)) return 'This is a document, not a workbook. Choose an XLSX, CSV or TSV file.';
  return undefined;
}

/** The names of the parts; none of a damaged archive, which is refused when it is opened. */
function namesIn(bytes: Uint8Array): string[] {
  const names: string[] = [];
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        names.push(name);
        return false;
      },
    });
  } catch {
    return [];
  }
  return names;
}

const isOle = ([first, second]: Uint8Array): boolean => first === 0xd0 && second === 0xcf;

/** A workbook with a password is an old container with encrypted streams, whose names are in UTF-16. It keeps its name. */
function ofOle(bytes: Uint8Array, name: string): string {
  const [even, odd] = [0, 1].map((start) => new TextDecoder('utf-16le').decode(bytes.subarray(start)));
  const has = (stream: string) => even?.includes(stream) === true || odd?.includes(stream) === true;
  const isOld = has('Workbook') || has('Book');
  return has('EncryptedPackage') || has('EncryptionInfo') || (!isOld && /\.xls[xm]$/i.test(name))
    ? 'This workbook has a password: save it without one.'
    : 'This is a workbook in the old format (XLS). Save it as XLSX.';
}

/** How much of a text tells what it is. */
const headBytes = 4096;

function ofText(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8')
    .decode(bytes.subarray(0, headBytes))
    .trimStart();
  if (/^(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*)*(<!doctype html|<html|<head|<body|<table|<meta)/i.test(head))
    return 'This is a web page (HTML), though its name may say XLS. Open it in a sheet program, and save it as XLSX.';
  if (/^<\?xml[^>]*>[\s\S]*(urn:schemas-microsoft-com:office:spreadsheet|<\?mso-application)/i.test(head))
    return 'This is a workbook in the format XML 2003. Open it in a sheet program, and save it as XLSX.';
  if (head.startsWith('%PDF-')) return 'This is a PDF. Choose an XLSX, CSV or TSV file.';
  if (/^\{\\rtf/.test(head)) return 'This is a document (RTF). Choose an XLSX, CSV or TSV file.';
  return undefined;
}
