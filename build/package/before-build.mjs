/**
 * Tells electron-builder that the packages are in the bundles already; else it would copy every
 * dependency of package.json into the archive, whatever `files` says.
 */
export default () => false
