import { unzipSync } from 'fflate';
import { sheetLimits, sizeText } from './sheet-limits.ts';
import { SheetProblem } from './sheet-problem.ts';
import { readCellFormats } from './xlsx/cell-format.ts';
import { readSheet, type SheetContext, type WorkbookSheet } from './xlsx/read-sheet.ts';
import { isTrueAttribute, readXml } from './xlsx/read-xml.ts';
import { readSharedTexts } from './xlsx/rich-text.ts';
import { writtenHere } from './xlsx/written-here.ts';

/** A sheet of a workbook. */
export interface NamedSheet {
  name: string;
  isHidden: boolean;
}

/** A workbook whose sheets are read when they are needed. */
export interface Workbook {
  sheets: NamedSheet[];
  read: (name: string) => WorkbookSheet;
}

/** True for the bytes of a ZIP archive, which a workbook is. */
export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** Opens an XLSX file; formulas have the values that the program has stored. */
export const openWorkbook = (bytes: Uint8Array): Workbook =>
  sayingDamaged(() => {
    checkUnpacked(bytes);
    const file = (path: string) => unzipSync(bytes, { filter: ({ name }) => name === path })[path];
    const { sheets, is1904, isUncalculated, isExact, paths } = readParts(file);
    const pathOf = (kind: string) => [...paths.values()].find(({ type }) => type.endsWith(`/${kind}`))?.path ?? '';
    let context: SheetContext | undefined;
    const contextOf = (): SheetContext => {
      const [texts, styles] = [file(pathOf('sharedStrings')), file(pathOf('styles'))];
      return {
        is1904,
        isUncalculated,
        isExact,
        sharedTexts: texts ? readSharedTexts(texts) : [],
        formats: styles ? readCellFormats(styles) : [],
      };
    };
    const places = new Map(
      sheets.flatMap(({ name, id }) => {
        const part = paths.get(id);
        return part?.type.endsWith('/worksheet') ? [[name, part.path]] : [];
      }),
    );
    return {
      sheets: sheets.filter(({ name }) => places.has(name)).map(({ name, isHidden }) => ({ name, isHidden })),
      read: (name) =>
        sayingDamaged(() => {
          context ??= contextOf();
          const sheet = file(places.get(name) ?? '');
          if (!sheet) throw new Error(`The workbook has no sheet ${name}.`);
          return readSheet(sheet, context);
        }),
    };
  });

function sayingDamaged<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SheetProblem) throw error;
    throw new SheetProblem('The workbook is damaged or protected. Save it again as XLSX, or as CSV.', { cause: error });
  }
}

/** A file that is larger than it claims is cut off at its claimed size. */
function checkUnpacked(bytes: Uint8Array): void {
  let size = 0;
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/i.test(name)) return false;
      size += originalSize;
      if (size > sheetLimits.unpackedBytes)
        throw new SheetProblem(
          `Unpacked, the workbook has ${sizeText(size)} or more, and at most ${sizeText(sheetLimits.unpackedBytes)} are read. Save the sheet as CSV.`,
        );
      return false;
    },
  });
}

interface Part {
  type: string;
  path: string;
}

/** The sheets of a workbook in their order, and its parts by their ids. */
function readParts(file: (path: string) => Uint8Array | undefined) {
  const root = file('_rels/.rels');
  const main = root
    ? [...readRelations(root, '').values()].find(({ type }) => type.endsWith('/officeDocument'))?.path
    : undefined;
  const path = main ?? 'xl/workbook.xml';
  const [folder, name] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)];
  const [workbook, relations] = [file(path), file(`${folder}_rels/${name}.rels`)];
  if (!workbook || !relations) throw new Error('The archive is no workbook.');
  const sheets: (NamedSheet & { id: string })[] = [];
  let [is1904, isUncalculated, isExact] = [false, false, false];
  readXml(workbook, {
    open: (element, attributes) => {
      if (element === 'fileVersion') isExact = attributes.appName === writtenHere;
      if (element === 'workbookPr') is1904 = isTrueAttribute(attributes.date1904);
      if (element === 'calcPr') isUncalculated = isTrueAttribute(attributes.fullCalcOnLoad);
      if (element !== 'sheet') return;
      const [, id = ''] = Object.entries(attributes).find(([key]) => /:id$/.test(key)) ?? [];
      sheets.push({ name: attributes.name ?? '', id, isHidden: /hidden/i.test(attributes.state ?? '') });
    },
  });
  return { sheets, is1904, isUncalculated, isExact, paths: readRelations(relations, folder) };
}

function readRelations(bytes: Uint8Array, folder: string): Map<string, Part> {
  const parts = new Map<string, Part>();
  readXml(bytes, {
    open: (name, { Id: id, Type: type = '', Target: target = '' }) => {
      if (name === 'Relationship' && id !== undefined)
        parts.set(id, { type, path: target.startsWith('/') ? target.slice(1) : folder + target });
    },
  });
  return parts;
}
