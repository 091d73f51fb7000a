import ApusCrypto
import ApusImages
import ApusNet
import ApusSerialization

/// The test suite of images with known properties and, for PNG, with known pixels.
///
/// An image that must be decoded has the expected facts, and a PNG image has the expected pixels
/// too. An image that must be rejected is rejected. If only the headers of an image kind are read,
/// intact headers may have facts, and a remark lists the image. An image about which decoders
/// disagree must only end. A limit stops an image that is too large. The suite also tests truncated
/// files and files with changed bits.
enum ImagesSuite: Suite {
  static let name = "images"
  static let summary = "facts of images, pixels of PNG, and truncated or changed files"

  static func run(files: [String]) throws -> Report {
    var report = Report()
    for path in files {
      let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/")
      try judge(try CorpusError.document(at: path), into: &report) {
        try Files.contents(of: "\(folder)/files/\($0)")
      }
    }
    return report
  }

  /// Checks the images of a document. The file names in the document determine the image files.
  static func judge(
    _ document: JSON.Value, mostMemory: Int = ImageTrials.mostMemory, into report: inout Report,
    contents: (String) throws -> [UInt8]
  ) throws {
    guard let images = document["images"]?.array else {
      throw CorpusError.missing(key: "images", id: name)
    }
    var trials = ImageTrials()
    var slowest = (name: "", time: Duration.zero)
    for image in images {
      guard let file = image["file"]?.string, let expected = image["expect"]?.string else {
        throw CorpusError.missing(key: "file", id: name)
      }
      let bytes = try contents(file)
      let time = ContinuousClock().measure {
        let verdict = verdict(on: bytes, image, expected, file, &report.remarks)
        report.add(file, verdict)
      }
      if time > slowest.time { slowest = (file, time) }
      if expected == "decode" { trials.addSeed(bytes) }
    }
    report.remarks.append("slowest: \(slowest.name), \(slowest.time)")
    trials.run(mostMemory: mostMemory, into: &report)
  }

  private static func verdict(
    on bytes: [UInt8], _ image: JSON.Value, _ expected: String, _ name: String,
    _ remarks: inout [String]
  ) -> Report.Verdict {
    let reading = ImageReading(of: bytes)
    switch (expected, reading.facts, reading.pixels) {
    case ("decode", .failure(let error), _): return .failed("rejected, \(error)")
    case ("decode", .success(let facts), let pixels):
      let differences = ImageExpectation(image).differences(bytes, facts, pixels)
      return differences.isEmpty ? .passed : .failed(differences.joined(separator: "; "))
    case ("refuse", .failure, _): return .passed
    case ("refuse", .success(let facts), let pixels):
      if case .failure = pixels { return .passed }
      guard facts.kind != .png else { return .failed("accepted") }
      remarks.append("\(name): to be rejected, but only its headers are read, and they are intact")
      return .passed
    case ("limit", .failure(.tooLarge), _): return .passed
    case ("limit", _, _): return .failed("not stopped by a limit")
    case ("either", .success, .success), ("either", .success, nil):
      remarks.append("\(name): read")
      return .passed
    case ("either", .failure(let error), _), ("either", _, .failure(let error)):
      remarks.append("\(name): refused, \(error)")
      return .passed
    default: return .failed("no rule for \"\(expected)\"")
    }
  }
}

/// The results of decoding an image file.
struct ImageReading: Equatable {
  var facts: Result<ImageFacts, ImageError>
  /// The pixels of a PNG image, or `nil` for other image kinds.
  var pixels: Result<ImagePixels, ImageError>?

  init(of bytes: [UInt8], limits: ImageLimits = ImageLimits()) {
    facts = Result { () throws(ImageError) in try ImageFacts(of: bytes.span, limits: limits) }
    guard case .success(let read) = facts, read.kind == .png else { return }
    pixels = Result { () throws(ImageError) in
      try ImageDecoders().decode(bytes.span, limits: limits)
    }
  }
}
