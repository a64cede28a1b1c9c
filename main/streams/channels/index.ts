/**
 * Connections to what runs in pods, over the sessions' WebSockets: `exec` and `attach` take the ends of
 * a process, `openPort` a TCP connection to a port. In order, with back-pressure both ways, and a lost
 * connection is never taken for an end.
 */
export { attach, type ExecRequest, exec } from './exec.ts'
export { openPort, type PortPlace } from './portforward.ts'
export type { RemoteProcess } from './remoteProcess.ts'
