/** A number as text, its thousands grouped: `-1,204.5`; without the digits that a computation adds. */
export function chartNumber(value: number): string {
  const [, sign = '', digits = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(String(Number(value.toPrecision(12)))) ?? [];
  return digits === ''
    ? String(Number(value.toPrecision(12)))
    : sign + digits.replace(/\B(?=(?:\d{3})+$)/g, ',') + rest;
}
