internal import ApusBytes

/// The quality of a media type, content coding or language in an `Accept`-style list. The most
/// specific matching list element determines the quality.
extension HTTP.QualityList {
  /// Returns the quality of a media type according to an `Accept` list.
  ///
  /// RFC 9110 section 12.5.1.
  ///
  /// - Parameter mediaType: The media type of a possible response.
  public func quality(of mediaType: HTTP.MediaType) -> HTTP.Quality {
    quality { preference in
      guard let range = preference.mediaRange, range.contains(mediaType) else { return nil }
      return range.specificity
    }
  }

  /// Returns the quality of a content coding according to an `Accept-Encoding` list.
  ///
  /// The coding `identity` is acceptable unless the list excludes it. The quality of `identity` is
  /// at most 0.001 if the list does not contain it, because a client prefers the listed codings.
  ///
  /// RFC 9110 section 12.5.3.
  ///
  /// - Parameter coding: The content coding of a possible response.
  public func quality(of coding: HTTP.ContentCoding) -> HTTP.Quality {
    let unnamed = HTTP.Quality(thousandths: coding == .identity ? 1 : 0)
    return quality(orElse: unnamed) { preference in
      if preference.value == "*" { return 0 }
      return HTTP.ContentCoding(name: preference.value) == coding ? 1 : nil
    }
  }

  /// Returns the quality of a language according to an `Accept-Language` list.
  ///
  /// A language range such as `de` matches the language tag `de` and every language tag that begins
  /// with `de-`.
  ///
  /// RFC 9110 section 12.5.4, and RFC 4647 section 3.3.1 for the comparison.
  ///
  /// - Parameter tag: The language tag of a possible response, such as `de-CH`.
  public func quality(ofLanguage tag: String) -> HTTP.Quality {
    let octets = Array(tag.utf8)
    let tag = octets.span
    return quality { preference in
      if preference.value == "*" { return 0 }
      let count = preference.value.utf8.count
      guard count <= tag.count, count == tag.count || tag[count] == 0x2d,
        ASCII.equalsIgnoringCase(tag.extracting(0..<count), preference.value)
      else { return nil }
      return count
    }
  }

  /// Returns the quality of the most specific matching list element, or of the first if several are
  /// equally specific.
  private func quality(
    orElse unnamed: HTTP.Quality = .zero, _ specificity: (HTTP.Preference) -> Int?
  ) -> HTTP.Quality {
    var narrowest = -1
    var quality = unnamed
    for preference in preferences {
      guard let specificity = specificity(preference), specificity > narrowest else { continue }
      narrowest = specificity
      quality = preference.quality
    }
    return quality
  }
}
