/** The types of parts, for the entries, which see only the app. */
export type {
  AnyPart,
  ItemAddress,
  PartAction,
  PartName,
  PartResult,
  PartValues,
} from '@quartermaster/contract/parts/part-api.ts';
