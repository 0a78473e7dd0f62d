// Numbers that are the same for the same seeds, on every machine. SplitMix's walk with the finalizer of
// MurmurHash3 on 32 bits (Steele, Lea, Flood 2014; Appleby).
function mixed(bits) {
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

export class Random {
  // Any number of seeds: (7, 12) is the generator of entry 12 under seed 7, whatever was drawn for entry 11.
  constructor(...seeds) { this.state = seeds.reduce((state, seed) => mixed(Math.imul(state, 31) + seed + 1), 0); }
  next() { return mixed(this.state = (this.state + 0x9e3779b9) | 0) / 2 ** 32; } // in [0, 1)
  below(n) { return Math.floor(this.next() * n); }
  between(low, high) { return low + this.below(high - low + 1); }
  chance(p) { return this.next() < p; }
  pick(list) { return list[this.below(list.length)]; }
  times(n, make) { return Array.from({ length: n }, () => make()); }
  // A rank below n whose probability falls as 1/rank (Zipf).
  rank(n) { return Math.floor(Math.exp(this.next() * Math.log(n + 1))) - 1; }
  shuffled(list) {
    const all = [...list];
    for (let i = all.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [all[i], all[j]] = [all[j], all[i]];
    }
    return all;
  }
}
