// Where everything lies in the module's memory; JavaScript looks at the same places
// (fast_core.mjs has the numbers it needs). All of it is made once: nothing is ever allocated.

// The processor. Words, unless it says f64 (a cycle or a time) or i64.
export const REG: usize = 0x100; // r0 to r15; r15 is the next instruction
export const NF: usize = 0x140; // N is its sign
export const ZF: usize = 0x144; // Z is: it is zero
export const CF: usize = 0x148; // 0 or 1
export const VF: usize = 0x14c; // V is its sign
export const PRIMASK: usize = 0x150;
export const IPSR: usize = 0x154;
export const BANKED: usize = 0x158; // the stack pointer that is not in use
export const SPSEL: usize = 0x15c;
export const NPRIV: usize = 0x160;
export const WAITING: usize = 0x164; // asleep in WFI or WFE
export const EVENT: usize = 0x168; // WFE returns at once
export const STALLED: usize = 0x16c; // time passes without the processor (a flash operation)
export const BREAK: usize = 0x170; // a breakpoint: its number + 1
export const WHY: usize = 0x174; // the loop was left for a hooked address

// Interrupts.
export const PENDING: usize = 0x180;
export const ENABLED: usize = 0x184;
export const PRIORITY: usize = 0x188; // four masks, most urgent first
export const SYSTICK: usize = 0x198;
export const PENDSV: usize = 0x19c;
export const SVCALL: usize = 0x1a0;
export const NMI: usize = 0x1a4;
export const VTOR: usize = 0x1a8;
export const SHPR2: usize = 0x1ac;
export const SHPR3: usize = 0x1b0;

// Time.
export const CYC: usize = 0x1c0; // f64: system clock cycles since the start
export const LIMIT: usize = 0x1c8; // f64: cycle at which JavaScript has something to do
export const NEXT: usize = 0x1d0; // i64: cycle at which the loop has to look up
export const BASE_CYC: usize = 0x1d8; // f64: at this cycle ...
export const BASE_NS: usize = 0x1e0; // f64: ... it was this time
export const NS: usize = 0x1e8; // f64: nanoseconds a cycle
export const SLEPT: usize = 0x1f0; // f64: cycles spent asleep
export const STEPS: usize = 0x1f8; // f64: instructions executed
export const HIGH: usize = 0x200; // TIMEHR as latched by TIMELR
export const VALUE: usize = 0x204; // what the last slow read gave
export const IRQ_CYCLES: usize = 0x208; // f64: cycles in interrupt handlers
export const IRQ_SINCE: usize = 0x210; // f64
export const IRQ_COUNT: usize = 0x218;

// Waiting: asleep, or reading the timer again and again with nothing else in between.
export const IDLE: usize = 0x250; // f64: cycles
export const IDLE_END: usize = 0x258; // f64: when it last waited
export const POLL_CYC: usize = 0x260; // f64: the timer's last reading ...
export const POLL_PC: usize = 0x268; // ... by this instruction
export const POLL_ELSE: usize = 0x26c; // other accesses than those to memory and timer since
export const POLL_RUN: usize = 0x270; // readings in a row
export const READ_COUNT: usize = 0x274; // the timer's readings so far

// SIO.
export const OUT: usize = 0x220;
export const OE: usize = 0x224;
export const DIVIDEND: usize = 0x228;
export const DIVISOR: usize = 0x22c;
export const QUOTIENT: usize = 0x230;
export const REMAINDER: usize = 0x234;
export const DIV_CSR: usize = 0x238;
export const LOCKS: usize = 0x23c;
export const HI_OUT: usize = 0x240;
export const HI_OE: usize = 0x244;

// Pins: masks of the 30 GPIO.
export const LEVEL: usize = 0x280; // what is on the wires
export const IS_SIO: usize = 0x284; // driven by SIO, PIO 0, PIO 1
export const IS_PIO: usize = 0x288; // two words
export const ELSE_OUT: usize = 0x290; // driven by others: their value, their direction
export const ELSE_OE: usize = 0x294;
export const OUT_AND: usize = 0x298; // overrides
export const OUT_OR: usize = 0x29c;
export const OUT_XOR: usize = 0x2a0;
export const OE_AND: usize = 0x2a4;
export const OE_OR: usize = 0x2a8;
export const OE_XOR: usize = 0x2ac;
export const IN_AND: usize = 0x2b0;
export const IN_OR: usize = 0x2b4;
export const IN_XOR: usize = 0x2b8;
export const DRIVEN: usize = 0x2bc; // the board drives these ...
export const DRIVE: usize = 0x2c0; // ... to this
export const PULL_UP: usize = 0x2c4;
export const KEEPER: usize = 0x2c8;
export const WATCH: usize = 0x2cc; // JavaScript wants to know of changes
export const STALLED_MACHINES: usize = 0x2d0; // how many PIO machines stall

// The XIP cache.
export const LAST: usize = 0x300; // line read last
export const MISSES: usize = 0x304; // ever
export const MISS_CYCLES: usize = 0x308;

export const PIO: usize = 0x1000; // two blocks, pio.ts
export const PIO_BYTES: usize = 0x400;
export const DMA: usize = 0x2000; // dma.ts
export const HOOKS: usize = 0x4000; // a byte per halfword of the boot ROM: leave the loop here
export const READ: usize = 0x6000; // the timer's last readings, 16 bytes each: cycle f64, link register
export const READINGS: u32 = 256;
export const TAGS: usize = 0x8000; // 2 x 1024 words
export const OLDER: usize = 0xa000; // 1024 bytes
export const DECODE: usize = 0x10000; // a byte per opcode
export const ROM: usize = 0x20000;
export const SRAM: usize = 0x40000;
export const FLASH: usize = 0x100000;

export const ROM_BYTES: u32 = 0x4000;
export const SRAM_BYTES: u32 = 0x42000;
export const SRAM_AT: u32 = 0x20000000;
export const FLASH_MASK: u32 = 0x1fffff;
export const NEVER: i64 = 0x7fffffffffffffff;
