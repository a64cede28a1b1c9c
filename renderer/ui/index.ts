/**
 * Presentational components on the design tokens of `tokens.css`. They take what they show as
 * props, fetch nothing, and know nothing of clusters. Colour means one of four things, each with
 * a shape of its own (`Meaning`); everything works by keyboard.
 */
export { Age, momentText, useAge } from './Age.tsx'
export { formatDuration } from './age.ts'
export { Banner } from './Banner.tsx'
export { Button } from './Button.tsx'
export { Chip } from './Chip.tsx'
export { CodeBlock } from './CodeBlock.tsx'
export { type Definition, DefinitionList } from './DefinitionList.tsx'
export { Dialog } from './Dialog.tsx'
export { EmptyState } from './EmptyState.tsx'
export { FilterField } from './FilterField.tsx'
export { Icon } from './Icon.tsx'
export { KeyHint, keyLabel } from './KeyHint.tsx'
export { MeaningMark } from './MeaningMark.tsx'
export { Menu } from './Menu.tsx'
export { MultiSelect } from './MultiSelect.tsx'
export type { Meaning } from './meaning.ts'
export { overlayPlace } from './overlayPlace.ts'
export { Panel, Section } from './Panel.tsx'
export { Select } from './Select.tsx'
export { SplitPane } from './SplitPane.tsx'
export { Tabs } from './Tabs.tsx'
export { TextField } from './TextField.tsx'
export { Tooltip } from './Tooltip.tsx'
export { useLater } from './useLater.ts'
