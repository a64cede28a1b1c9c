/**
 * Presentational components on the design tokens of `tokens.css`. They take what they show as
 * props, fetch nothing, and know nothing of clusters. Colour means one of four things, each with
 * a shape of its own (`Meaning`); everything works by keyboard.
 */
export { Age, momentText, useAge } from './Age.tsx'
export { formatDuration } from './age.ts'
export { Banner, type BannerProps } from './Banner.tsx'
export { Button, type ButtonProps } from './Button.tsx'
export { Chip, type ChipProps } from './Chip.tsx'
export { CodeBlock } from './CodeBlock.tsx'
export { type Definition, DefinitionList } from './DefinitionList.tsx'
export { Dialog, type DialogProps } from './Dialog.tsx'
export { EmptyState, type EmptyStateProps } from './EmptyState.tsx'
export { FilterField, type FilterFieldProps } from './FilterField.tsx'
export { Icon, type IconName } from './Icon.tsx'
export { KeyHint, keyLabel } from './KeyHint.tsx'
export { MeaningMark } from './MeaningMark.tsx'
export { Menu, type MenuEntry, type MenuProps } from './Menu.tsx'
export { MultiSelect, type MultiSelectProps } from './MultiSelect.tsx'
export { type Meaning, meaningWords } from './meaning.ts'
export { overlayPlace } from './overlayPlace.ts'
export { Panel, type PanelProps, Section, type SectionProps } from './Panel.tsx'
export { type Option, Select, type SelectProps } from './Select.tsx'
export { SplitPane, type SplitPaneProps } from './SplitPane.tsx'
export { type TabItem, Tabs, type TabsProps } from './Tabs.tsx'
export { TextField, type TextFieldProps } from './TextField.tsx'
export { Tooltip, type TooltipProps } from './Tooltip.tsx'
export { useLater } from './useLater.ts'
