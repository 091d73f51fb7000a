import ApusX509
import FuzzSupport

/// The bytes are values of extensions as DER, in sequence: the alternative names of a certificate,
/// followed by the name constraints of the authorities above it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNameConstraints(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let der = Input(start, count).bytes
  var elements = elements(of: der)
  guard elements.count > 1, let certificate = certificate(elements.removeFirst(), in: der) else {
    return 0
  }
  let layers = elements.prefix(4).compactMap { try? X509.NameConstraints($0, in: der.span) }
  var faults: [X509.ConstraintFault?] = []
  for count in 0...layers.count { faults.append(check(certificate, Array(layers.prefix(count)))) }
  require(faults[0] == nil, "a name is refused that nobody constrains")
  // Further authorities never allow a name that earlier ones have rejected.
  for (fewer, more) in zip(faults, faults.dropFirst()) where fewer != nil {
    require(more != nil, "a further constraint has allowed a name")
  }
  // The order of the authorities does not matter.
  let reversed = check(certificate, layers.reversed())
  require((reversed == nil) == (faults[layers.count] == nil), "the order of authorities matters")
  return 0
}

/// The result for a certificate, which takes exactly the counted number of comparisons.
func check(
  _ certificate: X509.Certificate, _ layers: [X509.NameConstraints]
) -> X509.ConstraintFault? {
  let all = 250_000
  let (fault, left) = judge(certificate, layers, comparisons: all)
  require((0...all).contains(left), "comparisons are counted wrong")
  if let fault { _ = ("\(fault)", fault.section) }
  guard fault != .tooManyComparisons, left < all else { return fault }
  let enough = judge(certificate, layers, comparisons: all - left)
  require(enough.fault == fault && enough.left == 0, "it costs more or less another time")
  let tooFew = judge(certificate, layers, comparisons: all - left - 1)
  require(tooFew.fault == .tooManyComparisons, "it costs less than was counted")
  return fault
}

func judge(
  _ certificate: X509.Certificate, _ layers: [X509.NameConstraints], comparisons: Int
) -> (fault: X509.ConstraintFault?, left: Int) {
  var left = comparisons
  var scope = X509.NameScope()
  do throws(X509.ConstraintFault) {
    for layer in layers { try scope.add(layer, of: subject, comparisons: &left) }
    try scope.check(certificate, comparisons: &left)
    return (nil, left)
  } catch {
    return (error, left)
  }
}

/// A certificate with these names, and with a subject that has a name and an email address.
func certificate(_ names: Range<Int>, in der: [UInt8]) -> X509.Certificate? {
  guard let names = try? X509.SubjectAlternativeName(names, in: der.span),
    let validity = try? X509.Validity(from: 0, through: 4_000_000_000)
  else { return nil }
  let content = X509.TBSCertificate(
    serialNumber: X509.SerialNumber([1]), signatureAlgorithm: X509.Algorithm(.ed25519),
    issuer: subject, validity: validity, subject: subject,
    publicKey: X509.PublicKey(X509.Algorithm(.ed25519), bits: Array(repeating: 9, count: 32)),
    extensions: [X509.Extension(.subjectAlternativeName(names))])
  return try? content.certificate(signature: [1])
}

let subject = X509.Name([
  .countryName: "SE", .organizationName: "Example", .emailAddress: "someone@example.org",
])

/// The range of each value, up to the first invalid one.
func elements(of der: [UInt8]) -> [Range<Int>] {
  var reader = DERReader(der.span)
  var ranges: [Range<Int>] = []
  while !reader.isAtEnd, let element = try? reader.readElement(in: der.span) {
    ranges.append(element.range)
  }
  return ranges
}
