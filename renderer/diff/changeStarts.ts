/** Where runs of lines that differ begin. */
export function changeStarts(differs: readonly boolean[]): readonly number[] {
  return differs.flatMap((isChange, index) => (isChange && differs[index - 1] !== true ? [index] : []))
}
