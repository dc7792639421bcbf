import type { Command } from 'commander';
import { addClassesCommand } from './classesCommand.ts';
import { addCompletionCommand } from './completionCommand.ts';
import { addConvertCommand } from './convertCommand.ts';
import { addDiffCommand } from './diffCommand.ts';
import { addDoctorCommand } from './doctorCommand.ts';
import { addHeapCommand } from './heapCommand.ts';
import { addLaunchCommand } from './launchCommand.ts';
import { addListCommand } from './listCommand.ts';
import { addMethodsCommand } from './methodsCommand.ts';
import { addMonitorCommand } from './monitorCommand.ts';
import { addPreviewCommand } from './previewCommand.ts';
import { addRecordCommand } from './recordCommand.ts';
import { addRegionCommand } from './regionCommand.ts';
import { addReportCommand } from './reportCommand.ts';
import { addSampleCommand } from './sampleCommand.ts';
import { addSourceCommand } from './sourceCommand.ts';
import { addThreadsCommand } from './threadsCommand.ts';
import { addViewCommand } from './viewCommand.ts';
import { addWatchCommand } from './watchCommand.ts';
import type { CommandContext } from '../terminal/commandContext.ts';

/** In the order of the help; each declares its arguments and options beside what it does. */
export const COMMANDS: readonly ((program: Command, context: CommandContext) => void)[] = [
  addListCommand,
  addDoctorCommand,
  addClassesCommand,
  addMethodsCommand,
  addSourceCommand,
  addPreviewCommand,
  addMonitorCommand,
  addSampleCommand,
  addThreadsCommand,
  addHeapCommand,
  addRecordCommand,
  addLaunchCommand,
  addRegionCommand,
  addWatchCommand,
  addReportCommand,
  addViewCommand,
  addConvertCommand,
  addDiffCommand,
  addCompletionCommand,
];
