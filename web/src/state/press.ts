// What a pressed key means on any keyboard.

/** Return what a key types; if that is a letter or digit of another script, the letter or digit at its place on a Latin keyboard. */
export function meantKey({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  if (key.length > 1) return key;
  const foreign = /[\p{L}\p{Nd}]/u.test(key) && !/[\p{Script=Latin}0-9]/u.test(key);
  const [, printed = key] = (foreign && /^(?:Key|Digit)(.)$/.exec(code)) || [];
  return printed.toLowerCase();
}
