// ensemble_plots.hpp -- the pictures of the page of an ensemble, as SVG
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "output/ensemble_files.hpp"

namespace polhode {

std::string escaped(std::string_view text);
/// The name of a quantity, for people, and its unit.
std::string label_of(const Spread&);

/// One quantity: how many bodies, with the median.
std::string histogram_figure(const EnsembleRecord&, const Spread&);
/// Where the bodies are on the sphere of their energy, in axes from the least moment to the greatest.
std::string energy_sphere(const EnsembleRecord&);
/// One quantity against another.
std::string cloud(const EnsembleRecord&, const Spread& x, const Spread& y, const std::vector<double>& xs,
                  const std::vector<double>& ys);
/// What varies against what comes out: a table of small pictures with the median and the parts of all bodies around it. Empty if
/// nothing varies.
std::string margins(const EnsembleRecord&, const std::vector<Spread>&, const std::vector<std::vector<double>>& values);
/// Of so many bodies one counts for margins: keep_every() of it spares them to be drawn again.
std::size_t stride_of_margins(std::size_t bodies);
/// Of so many bodies one is drawn as a point.
std::size_t stride_of_points(const EnsembleResult&);

}  // namespace polhode
