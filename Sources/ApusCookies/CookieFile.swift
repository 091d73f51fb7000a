internal import ApusBytes
public import ApusHTTP
public import ApusNames

/// A cookie file in the text format of the Netscape browser, which curl, wget and other tools use.
///
///     file    = *( ( comment / cookie / "" ) newline )
///     comment = "#" *char                       ; unless it begins with "#HttpOnly_"
///     cookie  = [ "#HttpOnly_" ] domain TAB reach TAB path TAB secure TAB expiry TAB name
///               [ TAB value ]
///     reach   = "TRUE" / "FALSE"                ; whether hosts below the domain are meant
///     secure  = "TRUE" / "FALSE"
///     expiry  = 1*DIGIT                         ; seconds since 1970, 0 for the session's end
///     newline = LF / CRLF
///
/// No standard defines the format. A cookie file contains neither the `SameSite` attribute nor the
/// creation time of a cookie. Each cookie of a file must pass the checks of RFC 6265bis section
/// 5.7.
///
/// The values of cookies are secrets. A cookie file must be stored in a place that no other user
/// can read.
public struct CookieFile: Equatable, Sendable {
  /// The reason why the parser rejects a line of a cookie file.
  public enum Fault: Error, Equatable, Sendable {
    /// The cookie line has this number of fields instead of seven. A line with six fields is valid
    /// and has an empty value.
    case fieldCount(Int)
    /// The domain field of the cookie line is not a valid host.
    case malformedDomain(NameError)
    /// The subdomain flag or the security flag of the cookie line is neither `TRUE` nor `FALSE`.
    case malformedFlag
    /// The expiry field of the cookie line is not a number of seconds.
    case malformedExpiry
    /// The cookie line describes a cookie that the cookie checks reject.
    case refused(CookieError)
  }

  /// The cookies of the cookie file, in the order of their lines.
  public var cookies: [HTTP.Cookie]
  /// The errors in the parsed cookie file with their line numbers, which begin with 1.
  public private(set) var faults: [(line: Int, fault: Fault)] = []

  /// Creates a cookie file from cookies.
  ///
  /// - Parameter cookies: The cookies in the order of the file.
  public init(cookies: [HTTP.Cookie]) {
    self.cookies = cookies
  }

  /// Parses the text of a cookie file. The creation time of each cookie is the present time.
  ///
  /// - Parameters:
  ///   - bytes: The text in the format of the Netscape browser.
  ///   - now: The present time.
  public init(parsing bytes: Span<UInt8>, at now: HTTP.Date) {
    cookies = []
    var at = Cursor(0..<bytes.count)
    var number = 0
    while !at.isAtEnd {
      number += 1
      var line = at.readWhile(in: bytes) { $0 != 0x0a }
      _ = at.skip(0x0a, in: bytes)
      if !line.isEmpty, bytes[line.upperBound - 1] == 0x0d {
        line = line.lowerBound..<line.upperBound - 1
      }
      do throws(Fault) {
        if let cookie = try Self.cookie(in: bytes.extracting(line), at: now) {
          cookies.append(cookie)
        }
      } catch {
        faults.append((number, error))
      }
    }
  }

  /// Returns the text of the cookie file, and the cookies that the format cannot express.
  ///
  /// The format cannot express a tab in a name or a path, because a tab separates the fields of a
  /// line.
  public func text() -> (bytes: [UInt8], leftOut: [HTTP.Cookie]) {
    var bytes = Array("# Netscape HTTP Cookie File\n".utf8)
    var leftOut: [HTTP.Cookie] = []
    for cookie in cookies {
      if cookie.nameBytes.contains(0x09) || cookie.pathBytes.contains(0x09) {
        leftOut.append(cookie)
      } else {
        Self.append(cookie, to: &bytes)
      }
    }
    return (bytes, leftOut)
  }

  public static func == (left: CookieFile, right: CookieFile) -> Bool {
    left.cookies == right.cookies && left.faults.elementsEqual(right.faults, by: ==)
  }

  private static let httpOnly = "#HttpOnly_"

  private static func cookie(
    in line: Span<UInt8>, at now: HTTP.Date
  ) throws(Fault) -> HTTP.Cookie? {
    var at = Cursor(0..<line.count)
    let isHTTPOnly = at.skip(httpOnly, in: line)
    guard let first = at.peek(in: line), isHTTPOnly || first != 0x23 else { return nil }
    // A leading dot of the domain has no effect, because the subdomain flag contains the same
    // information.
    _ = at.skip(".", in: line)
    let fields = fields(in: line, from: at)
    guard fields.count >= 6 else { throw .fieldCount(fields.count) }
    let domain: CanonicalHost
    do throws(NameError) {
      domain = try CanonicalHost(line.extracting(fields[0]))
    } catch {
      throw .malformedDomain(error)
    }
    let reachesBelow = try flag(line.extracting(fields[1]))
    let isSecure = try flag(line.extracting(fields[3]))
    guard let seconds = ASCII.decimal(line.extracting(fields[4])) else { throw .malformedExpiry }
    let expiry =
      seconds == 0 ? nil : HTTP.Date(secondsSinceEpoch: Int64(clamping: seconds))
    do throws(CookieError) {
      return try HTTP.Cookie(
        nameBytes: line.extracting(fields[5]).copy(),
        valueBytes: fields.count > 6 ? line.extracting(fields[6]).copy() : [], domain: domain,
        isHostOnly: !reachesBelow, pathBytes: line.extracting(fields[2]).copy(), expiry: expiry,
        isSecure: isSecure, isHTTPOnly: isHTTPOnly, created: now)
    } catch {
      throw .refused(error)
    }
  }

  /// Returns up to seven fields of a cookie line. The last field may contain tabs.
  private static func fields(in line: Span<UInt8>, from start: Cursor) -> [Range<Int>] {
    var at = start
    var fields: [Range<Int>] = []
    repeat {
      fields.append(fields.count == 6 ? at.range : at.readWhile(in: line) { $0 != 0x09 })
    } while fields.count < 7 && at.skip("\t", in: line)
    return fields
  }

  private static func flag(_ field: Span<UInt8>) throws(Fault) -> Bool {
    if ASCII.equalsIgnoringCase(field, "TRUE") { return true }
    guard ASCII.equalsIgnoringCase(field, "FALSE") else { throw .malformedFlag }
    return false
  }

  private static func append(_ cookie: HTTP.Cookie, to bytes: inout [UInt8]) {
    // The expiry 0 means a session cookie, so a cookie that expired in 1970 or earlier gets the
    // expiry 1.
    let seconds = cookie.expiry.map { max(1, $0.secondsSinceEpoch) } ?? 0
    let domain = (cookie.isHostOnly ? "" : ".") + cookie.domain.description
    bytes += (cookie.isHTTPOnly ? httpOnly : "").utf8
    bytes += "\(domain)\t\(cookie.isHostOnly ? "FALSE" : "TRUE")\t".utf8
    bytes += cookie.pathBytes
    bytes += "\t\(cookie.isSecure ? "TRUE" : "FALSE")\t\(seconds)\t".utf8
    bytes += cookie.nameBytes
    bytes.append(0x09)
    bytes += cookie.valueBytes
    bytes.append(0x0a)
  }
}

extension CookieFile.Fault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .fieldCount(let count): "the line of the cookie file has \(count) fields instead of seven"
    case .malformedDomain(let error): "the domain of the cookie is not valid: \(error)"
    case .malformedFlag: "a flag of the cookie is neither TRUE nor FALSE"
    case .malformedExpiry: "the expiry of the cookie is not a number of seconds"
    case .refused(let error): error.description
    }
  }
}
