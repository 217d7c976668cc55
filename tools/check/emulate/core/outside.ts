// What the module asks of JavaScript: the peripherals it does not have, and the board.
// Before each call the cycle and the program counter are in memory.
@external("outside", "read")
export declare function outsideRead(address: u32): u32;
@external("outside", "write")
export declare function outsideWrite(address: u32, value: u32, bytes: u32): void;
@external("outside", "pins")
export declare function outsidePins(changed: u32): void;
