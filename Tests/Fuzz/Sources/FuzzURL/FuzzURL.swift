import ApusHTTP
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzURL(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  let base = try? HTTP.URL("http://a/b/c/d;p?q")
  if let reference = try? HTTP.Reference(input.bytes.span), let base {
    if let resolved = try? base.resolving(reference) { check(resolved) }
  }
  if let (url, _) = try? HTTP.URL.parse(input.bytes.span) { check(url) }
  return 0
}

/// A URL is in its normal form: its text is parsed as the same URL, and its parts can be sent.
func check(_ url: HTTP.URL) {
  if url.zone == nil {
    let again = try? HTTP.URL(url.description)
    require(again == url, "\(url) is read again as \(String(describing: again))")
  }
  var output: [UInt8] = []
  do {
    _ = try HTTP.RequestWriter().writeHead(.get, HTTP.Destination(url), to: &output)
    _ = try HTTP.RequestWriter(.proxy).writeHead(.get, HTTP.Destination(url), to: &output)
  } catch {
    require(false, "\(url) cannot be asked for: \(error)")
  }
  var reader = HTTP.RequestReader()
  do {
    let (_, event) = try reader.read(output.span)
    guard case .head(let head, _, _) = event else { return require(false, "no head") }
    require(head.target.text == url.requestTarget, "another target: \(head.target)")
  } catch {
    require(false, "\(url) is refused by a server: \(error)")
  }
}
