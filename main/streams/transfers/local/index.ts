/** Files of this machine: what a written path means, where nothing may be written, and folders as a tar. */
export { type LocalPlaces, type LocalTarget, localPath, localTarget } from './paths.ts'
export { bytesOfFile, sizeOfTree, tarOfTree } from './tree.ts'
