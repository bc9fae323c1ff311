// Numbers as people write them.

/**
 * A number with commas and so many decimals; no minus before what is rounded to 0.
 *
 * `toLocaleString` takes 20 ms at its first call, more than a frame.
 */
export function withCommas(number: number, decimals = 0): string {
  const text = number.toFixed(decimals).replace(/\B(?=(?:\d{3})+(?!\d))/g, ",");
  return Number(number.toFixed(decimals)) === 0 ? text.replace("-", "") : text;
}
