/** Prints a figure that a requirement asks for as a line of its own. */
export function figure(id: string, value: string | number, unit: string, must: string): void {
  console.log(`figure ${id} ${value} ${unit} must ${must}`)
}
