import ApusImages
import ApusNet

/// PNG decoded beside netpbm's pngtopnm, which is libpng: whole processes that take turns, from a
/// file to pixels on standard output.
enum ImagesBenchmarks {
  private static let side = 2_048
  private static let rounds = 15

  /// How a picture is stored, and what makes it so.
  private enum Form: String, CaseIterable {
    case colour = "8-bit colour"
    case grey = "8-bit grey"
    case interlaced = "interlaced colour"

    var arguments: [String] { self == .interlaced ? ["-interlace"] : [] }
  }

  /// Runs everything and says whether every bar held.
  static func run() throws -> Bool {
    _ = try Processor.stayOnOne()
    let folder = try Command.temporaryFolder()
    let (picture, image) = (folder + "/picture.pnm", folder + "/picture.png")
    defer {
      try? Files.remove(picture)
      Command.removeTemporaryFolder(of: image)
    }
    var allHold = true
    for form in Form.allCases {
      for path in [picture, image] { try? Files.remove(path) }
      try Files.append(bitmap(isGrey: form == .grey), to: picture)
      let made = try command(["pnmtopng"] + form.arguments + [picture])
      try Files.append(made.output, to: image)
      allHold = try compare(form, image, byteCount: made.output.count) && allHold
    }
    return allHold
  }

  /// What our process executes: decodes a file and writes red, green, blue and alpha of its pixels.
  static func decode(_ path: String) throws {
    let file = try Files.contents(of: path)
    let pixels = try ImageDecoders().decode(file.span)
    let header = Array(
      """
      P7
      WIDTH \(pixels.width)
      HEIGHT \(pixels.height)
      DEPTH 4
      MAXVAL 255
      TUPLTYPE RGB_ALPHA
      ENDHDR

      """.utf8)
    try Files.write(header, toDescriptor: 1)
    try Files.write(pixels.rgba, toDescriptor: 1)
  }

  private static func compare(_ form: Form, _ image: String, byteCount: Int) throws -> Bool {
    func ours() throws -> Command.Outcome {
      try command(["/proc/self/exe", "images-decode", image])
    }
    func theirs() throws -> Command.Outcome { try command(["pngtopnm", image]) }
    try checkAgreement(try ours().output, try theirs().output, isGrey: form == .grey)
    var times: (ours: [Double], theirs: [Double]) = ([], [])
    for _ in 0..<rounds {
      times.ours.append(try ours().nanoseconds)
      times.theirs.append(try theirs().nanoseconds)
    }
    let ratio = Measurement.median(zip(times.ours, times.theirs).map { $1 / $0 })
    func milliseconds(_ times: [Double]) -> String {
      Bar.hundredths(Measurement.median(times) / 1e6)
    }
    print(
      """
      PNG, \(form.rawValue), \(side) x \(side), \(byteCount) bytes, whole processes:
        ours \(milliseconds(times.ours)) ms, pngtopnm \(milliseconds(times.theirs)) ms
      """)
    return Bar("speed, to pngtopnm", at: ratio, atLeast: 0.8).report()
  }

  /// Both have the same pixels; ours have alpha as well.
  private static func checkAgreement(
    _ ours: [UInt8], _ theirs: [UInt8], isGrey: Bool
  ) throws {
    let count = side * side
    let samples = isGrey ? 1 : 3
    let (left, right) = (ours.suffix(count * 4), theirs.suffix(count * samples))
    var (at, other) = (left.startIndex, right.startIndex)
    var isAlike = left.count == count * 4 && right.count == count * samples
    for _ in 0..<(isAlike ? count : 0) {
      for sample in 0..<3 {
        isAlike = isAlike && left[at + sample] == right[other + (isGrey ? 0 : sample)]
      }
      at += 4
      other += samples
    }
    guard isAlike else { throw Peer.Failure.command("other pixels than pngtopnm's", status: 0) }
  }

  private static func command(_ words: [String]) throws -> Command.Outcome {
    let outcome = try Command.run(words)
    guard outcome.status == 0 else {
      throw Peer.Failure.command(words.joined(separator: " "), status: outcome.status)
    }
    return outcome
  }

  /// A picture with soft slopes, edges and some noise, as a photograph has them.
  private static func bitmap(isGrey: Bool) -> [UInt8] {
    var bytes = Array("P\(isGrey ? 5 : 6)\n\(side) \(side)\n255\n".utf8)
    bytes.reserveCapacity(bytes.count + side * side * 3)
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    for y in 0..<side {
      for x in 0..<side {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        let noise = Int(state & 3)
        let disc = (x - 700) * (x - 700) + (y - 900) * (y - 900) < 250_000 ? 60 : 0
        for sample in 0..<(isGrey ? 1 : 3) {
          let slope = (x * (3 - sample) + y * (1 + sample)) / 64
          let wave = (x / 40 + y / 60 * (sample + 1)) % 7 * 4
          bytes.append(UInt8(truncatingIfNeeded: slope + wave + disc + noise))
        }
      }
    }
    return bytes
  }
}
