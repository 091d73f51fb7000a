import ApusImages
import ApusNet

/// Tests with truncated image files and with image files whose bits are changed, many of each kind.
///
/// A truncated file is an error or has the facts of the whole file. A PNG file with changed bits is
/// an error or has the same pixels, because its checksums detect each change of decoded data. The
/// other kinds of files have no checksums, so the facts in their changed headers must be within the
/// limits. The memory of the process is limited too.
struct ImageTrials {
  /// The number of test files of each image kind, which is smaller in a debug build.
  static let count: Int = {
    #if DEBUG
      200
    #else
      10_000
    #endif
  }()

  /// Longer files would take more time and contain no other headers.
  private static let longestSeed = 100_000
  /// The maximum peak of the process's memory.
  static let mostMemory = 300 << 20

  private let limits: ImageLimits = {
    var limits = ImageLimits()
    limits.pixelCount = 4 << 20
    return limits
  }()
  private var seeds: [ImageKind: [[UInt8]]] = [:]
  private let seed: UInt64
  private var state: UInt64

  init(seed: UInt64 = .random(in: 1 ... .max)) {
    self.seed = seed
    state = seed
  }

  mutating func addSeed(_ bytes: [UInt8]) {
    guard bytes.count <= Self.longestSeed, let kind = ImageKind(recognizing: bytes.span) else {
      return
    }
    seeds[kind, default: []].append(bytes)
  }

  /// Tests all kinds of image files and adds a case for each kind to the report.
  mutating func run(
    count: Int = ImageTrials.count, mostMemory: Int, into report: inout Report
  ) {
    for kind in ImageKind.allCases {
      let files = seeds[kind] ?? []
      let wholes = files.map { ImageReading(of: $0, limits: limits) }
      guard !files.isEmpty else {
        report.add("\(kind.rawValue) changed", .skipped("no file of the kind"))
        continue
      }
      var (wrong, readCount) = ([String](), 0)
      for trial in 0..<count {
        let place = Int(random() % UInt64(files.count))
        let (changed, isCut) = changed(files[place])
        let reading = ImageReading(of: changed, limits: limits)
        if case .success = reading.facts { readCount += 1 }
        if let why = fault(in: reading, of: wholes[place], isCut: isCut) {
          wrong.append("trial \(trial) \(why)")
        }
      }
      report.add(
        "\(count) changed files of \(kind.rawValue)",
        wrong.isEmpty ? .passed : .failed("\(wrong.count), the first: \(wrong[0]), seed \(seed)"))
      report.remarks.append("\(kind.rawValue): of \(count) changed files \(readCount) have facts")
    }
    let peak = Self.peakMemory()
    report.add(
      "memory", peak > 0 && peak <= mostMemory ? .passed : .failed("\(peak) bytes at the peak")
    )
    report.remarks.append("peak of memory: \(peak >> 20) MiB; seed of changes: \(seed)")
  }

  private func fault(in reading: ImageReading, of whole: ImageReading, isCut: Bool) -> String? {
    guard case .success(let facts) = reading.facts else { return nil }
    if facts.width * facts.height > limits.pixelCount { return "is beyond the limit" }
    if isCut, reading.facts != whole.facts { return "was truncated and has other facts: \(facts)" }
    if case .success = reading.pixels, reading.pixels != whole.pixels { return "has other pixels" }
    return nil
  }

  /// Returns a truncated file or a file with up to three changed bits. Half of the changed bits are
  /// near the beginning.
  private mutating func changed(_ file: [UInt8]) -> (bytes: [UInt8], isCut: Bool) {
    let choice = random()
    if choice & 1 == 0 {
      return (Array(file.prefix(Int(choice >> 8) % file.count)), true)
    }
    var bytes = file
    for _ in 0...Int(choice >> 1 & 1) * 2 {
      let bits = random()
      let range = bits & 1 == 0 ? bytes.count : min(bytes.count, 512)
      bytes[Int(bits >> 8) % range] ^= 1 << UInt8(bits >> 1 & 7)
    }
    return (bytes, false)
  }

  private mutating func random() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// Returns the peak of the process's memory, or 0 if the kernel does not report the peak.
  private static func peakMemory() -> Int {
    let status = (try? Files.contents(of: "/proc/self/status")) ?? []
    for line in String(decoding: status, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("VmHWM:") {
      return (Int(line.split(separator: " ").dropLast().last ?? "") ?? 0) << 10
    }
    return 0
  }
}
