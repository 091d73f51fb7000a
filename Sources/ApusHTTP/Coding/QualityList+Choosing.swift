internal import ApusBytes

/// How much a list wants one thing: the narrowest element that covers it decides.
extension HTTP.QualityList {
  /// Returns how much a media type is wanted, if the list is that of `Accept`.
  ///
  /// RFC 9110 section 12.5.1.
  public func quality(of mediaType: HTTP.MediaType) -> HTTP.Quality {
    quality { preference in
      guard let range = preference.mediaRange, range.contains(mediaType) else { return nil }
      return range.specificity
    }
  }

  /// Returns how much a content coding is wanted, if the list is that of `Accept-Encoding`.
  ///
  /// No coding at all is acceptable unless it is refused, but never by more than a thousandth:
  /// a client that names a coding wants it more than none.
  ///
  /// RFC 9110 section 12.5.3.
  public func quality(of coding: HTTP.ContentCoding) -> HTTP.Quality {
    let unnamed = HTTP.Quality(thousandths: coding == .identity ? 1 : 0)
    return quality(orElse: unnamed) { preference in
      if preference.value == "*" { return 0 }
      return HTTP.ContentCoding(name: preference.value) == coding ? 1 : nil
    }
  }

  /// Returns how much a language is wanted, if the list is that of `Accept-Language`.
  ///
  /// A range covers a tag that is the same, or that goes on with a hyphen where the range ends.
  ///
  /// RFC 9110 section 12.5.4, and RFC 4647 section 3.3.1 for the comparison.
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

  /// The weight of the first of the narrowest elements.
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
