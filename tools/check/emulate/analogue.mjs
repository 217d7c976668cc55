// What the ADC sees (design hardware §1.5): two current transformers and the slow multiplexer.
//
// Group current: 1000:1, two primary turns, 1 kohm, about 1.65 V. Thermistors: 10 kohm, B 3950,
// under 10 kohm from 3.3 V. Rails: 12 V over 10 kohm / 2.2 kohm, 5 V over 10 kohm / 10 kohm.
const FULL = 4095;
const VOLTS = 3.3;
const MIDDLE_V = 1.65;
const V_PER_MA = 0.002;
const KELVIN = 273.15;
const BETA = 3950;
const CHIP_25C_V = 0.706 + 2 * 0.001721;
const V12_SHARE = 2.2 / 12.2;

export class Analogue {
  constructor() {
    this.groupMa = [0, 0]; // rms
    this.dhz = 500;
    this.temperatureDc = [250, 250]; // heat sink, motor bay; tenths of a degree
    this.countV = [0.4, 0.4, 0.4, 0.4]; // reflective sensors without a tile
    this.v12 = 12;
    this.v5safe = 0;
    this.channel = 0; // of the multiplexer
  }

  attach(adc, clock) {
    const convert = adc.onADCRead;
    adc.onADCRead = (channel) => {
      adc.channelValues[channel] = this.sample(channel, clock.nanos);
      convert(channel);
    };
  }

  // Reading of ADC channel 0..4 at a time, 0..4095.
  sample(channel, nanos) {
    const volts = channel < 2 ? this.current(channel, nanos) : this.slow(channel);
    return Math.max(0, Math.min(FULL, Math.round((volts / VOLTS) * (FULL + 1))));
  }

  current(group, nanos) {
    const turn = ((nanos / 1e9) * this.dhz) / 10;
    const wave = Math.sin(2 * Math.PI * (turn % 1)) * Math.SQRT2;
    return MIDDLE_V + this.groupMa[group] * V_PER_MA * wave;
  }

  slow(channel) {
    if (channel === 4) return CHIP_25C_V;
    if (channel !== 2) return 0;
    if (this.channel < 4) return this.countV[this.channel];
    if (this.channel < 6) return thermistor(this.temperatureDc[this.channel - 4]);
    return this.channel === 6 ? this.v12 * V12_SHARE : this.v5safe / 2;
  }
}

function thermistor(dc) {
  const ratio = Math.exp(BETA * (1 / (KELVIN + dc / 10) - 1 / (KELVIN + 25)));
  return (VOLTS * ratio) / (1 + ratio);
}
