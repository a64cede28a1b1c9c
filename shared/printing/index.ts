/**
 * Columns and cells for objects whose server gives no Table: Name and Age, or the printer
 * columns of a CustomResourceDefinition.
 */
export { findFirst, type JsonPath, parseJsonPath } from './jsonPath.ts'
export { defaultPrinter, type PrintedColumn, type Printer, type PrinterColumn, printerOf } from './printer.ts'
