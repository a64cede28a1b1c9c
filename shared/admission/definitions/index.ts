/**
 * What the API server refuses in a CustomResourceDefinition itself: validation rules that do not compile
 * (`definitionProblems`). Source: apiextensions-apiserver, pkg/apis/apiextensions/validation.
 */
export { definitionProblems } from './problems.ts'
