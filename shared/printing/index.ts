/**
 * Columns and cells for objects whose server gives no Table: Name and Age, or the printer
 * columns of a CustomResourceDefinition.
 */
export { findFirst, parseJsonPath } from './jsonPath.ts'
export { defaultPrinter, type Printer, type PrinterColumn, printerOf } from './printer.ts'
