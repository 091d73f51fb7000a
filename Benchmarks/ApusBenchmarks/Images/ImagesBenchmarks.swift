import ApusImages
import ApusNet

/// The comparison of PNG decoding by Apus and by libpng. Whole processes take turns and decode a
/// file to pixels on standard output.
enum ImagesBenchmarks {
  private static let side = 2_048
  private static let rounds = 15
  /// The maximum processor time in units of libpng's processor time.
  private static let limit = 1.25

  /// A kind of PNG picture.
  private enum Form: String, CaseIterable {
    case colour = "8-bit colour"
    case grey = "8-bit grey"
    case interlaced = "interlaced colour"

    var channels: Int { self == .grey ? 1 : 3 }
  }

  /// Runs all measurements and returns `false` if a limit was missed.
  static func run() throws -> Bool {
    _ = try Processor.stayOnOne()
    let folder = try Command.temporaryFolder()
    let outcome = Result { try run(in: folder) }
    _ = try Command.run(["rm", "-r", folder])
    return try outcome.get()
  }

  private static func run(in folder: String) throws -> Bool {
    let (picture, image, peer) = (folder + "/picture", folder + "/picture.png", folder + "/peer")
    try Peer.compile("png_peer.c", to: peer, isLibrary: false, level: "-O3", libraries: ["png"])
    var allHold = true
    for form in Form.allCases {
      for path in [picture, image] { try? Files.remove(path) }
      try Files.append(bitmap(channels: form.channels), to: picture)
      _ = try command([
        peer, "encode", "\(side)", "\(form.channels)", form == .interlaced ? "1" : "0", picture,
        image,
      ])
      allHold = try compare(form, image, peer) && allHold
    }
    return allHold
  }

  /// Decodes a PNG file and writes the pixels. This is the work of our process.
  static func decode(_ path: String) throws {
    let file = try Files.contents(of: path)
    let pixels = try ImageDecoders().decode(file.span)
    try Files.write(pixels.rgba, toDescriptor: 1)
  }

  private static func compare(_ form: Form, _ image: String, _ peer: String) throws -> Bool {
    func ours() throws -> Command.Outcome {
      try command(["/proc/self/exe", "images-decode", image])
    }
    func theirs() throws -> Command.Outcome { try command([peer, "decode", image]) }
    let (pixels, peers) = (try ours().output, try theirs().output)
    guard pixels.count == side * side * 4, pixels == peers else {
      throw Peer.Failure.command("the pixels differ from libpng's", status: 0)
    }
    var times: (ours: [Double], theirs: [Double]) = ([], [])
    for _ in 0..<Results.rounds(rounds) {
      times.ours.append(try ours().nanoseconds)
      times.theirs.append(try theirs().nanoseconds)
    }
    let name = "PNG, \(form.rawValue), \(side) x \(side)"
    func milliseconds(_ times: [Double]) -> String {
      Bar.hundredths(Measurement.median(times) / 1e6)
    }
    print(
      """
      \(name), whole processes, milliseconds of processor:
        Apus \(milliseconds(times.ours)), libpng \(milliseconds(times.theirs))
      """)
    Results.add(name, client: "Apus", unit: "ms", times.ours.map { $0 / 1e6 })
    Results.add(name, client: "libpng", unit: "ms", times.theirs.map { $0 / 1e6 })
    let ratios = zip(times.ours, times.theirs).map { $0 / $1 }
    return Bar("time of \(name)", over: ratios, peer: "libpng", atMost: limit).report()
  }

  private static func command(_ words: [String]) throws -> Command.Outcome {
    let outcome = try Command.run(words)
    guard outcome.status == 0 else {
      throw Peer.Failure.command(words.joined(separator: " "), status: outcome.status)
    }
    return outcome
  }

  /// Returns a picture with soft slopes, edges and some noise, as a photograph has them.
  private static func bitmap(channels: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(side * side * channels)
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    for y in 0..<side {
      for x in 0..<side {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        let noise = Int(state & 3)
        let disc = (x - 700) * (x - 700) + (y - 900) * (y - 900) < 250_000 ? 60 : 0
        for sample in 0..<channels {
          let slope = (x * (3 - sample) + y * (1 + sample)) / 64
          let wave = (x / 40 + y / 60 * (sample + 1)) % 7 * 4
          bytes.append(UInt8(truncatingIfNeeded: slope + wave + disc + noise))
        }
      }
    }
    return bytes
  }
}
