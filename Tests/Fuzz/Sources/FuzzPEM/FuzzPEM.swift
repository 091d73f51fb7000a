import ApusX509
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPEM(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  let text = input.bytes.span
  var scanner = PEM.Scanner()
  var steps = 0
  var end = 0
  while true {
    steps += 1
    require(steps <= text.count + 1, "the scanner does not move")
    do throws(ASN1Error) {
      guard let section = try scanner.next(in: text) else { return 0 }
      require(section.range.lowerBound >= end, "a section begins before the last one has ended")
      end = section.range.upperBound
      check(section, in: text)
    } catch {
      require(error.offset.map { $0 <= text.count } ?? false, "an error of nowhere: \(error)")
    }
  }
}

/// A section that can be decoded has the same secret, and is restored after it is written.
func check(_ section: PEM.Section, in text: Span<UInt8>) {
  let secret = try? section.secret(in: text).withBytes { $0.copy() }
  let bytes = try? section.bytes(in: text)
  require(secret == bytes, "the secret is another")
  guard let bytes else { return }
  let written = Array(PEM.encode(bytes, as: section.label).utf8)
  let again = try? PEM.sections(of: written.span).first
  require(again?.label == section.label, "\(section.label) is written as another label")
  let decoded = try? again?.bytes(in: written.span)
  require(decoded == bytes, "the content is written as another")
}
