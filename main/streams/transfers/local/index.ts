/** Files of this machine: what a written path means, where nothing may be written, and folders as a tar. */
export { localPath } from '../../localPath.ts'
export { type LocalPlaces, type LocalTarget, localTarget } from './paths.ts'
export { bytesOfFile, sizeOfTree, tarOfTree } from './tree.ts'
