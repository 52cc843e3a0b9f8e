/** The program that a workbook of the console names. Others write their own name once they save it. */
export const writtenHere = 'Quartermaster';
