/* bodies.c -- status, and bodies from moments, tensors, solids and atoms */
#include "interface.h"

void status(void) {
  CHECK(polhode_abi() == POLHODE_ABI);
  CHECK(strcmp(polhode_version(), EXPECTED_VERSION) == 0);
  CHECK(strcmp(polhode_last_error(), "") == 0); /* the first to be called */
  CHECK(strcmp(polhode_status_name(POLHODE_OK), "ok") == 0);
  CHECK(strcmp(polhode_status_name(POLHODE_INTERNAL), "internal") == 0);
  CHECK(strcmp(polhode_status_name((polhode_status)99), "unknown") == 0);
}

void bodies(void) {
  const double wrong[3] = {1, 2, 5}, nan[3] = {1, NAN, 1}, skew[9] = {1, 0, 0, 0.5, 1, 0, 0, 0, 1};
  const double tensor[9] = {2, 0.3, 0, 0.3, 2, 0, 0, 0, 3}, w[3] = {0.1, 0.2, 0.3}, bad[3] = {0, INFINITY, 0};
  double I[3] = {0, 0, 0}, q[4], m[3] = {7, 7, 7}, back[3];
  polhode_body *body = NULL;
  INVALID("I3 <= I1 + I2 is violated by 2", polhode_body_create_moments(wrong, &body));
  INVALID("I2 = nan must be positive and finite", polhode_body_create_moments(nan, &body));
  INVALID("I2 = nan must be positive and finite", polhode_body_create_effective(nan, &body));
  INVALID("the tensor must be symmetric", polhode_body_create_tensor(skew, &body));
  INVALID("moments must not be null", polhode_body_create_moments(NULL, &body));
  INVALID("moments must not be null", polhode_body_create_effective(NULL, &body));
  INVALID("tensor must not be null", polhode_body_create_tensor(NULL, &body));
  INVALID("body must not be null", polhode_body_create_moments(moments, NULL));
  UNTOUCHED(body);
  OK(polhode_body_create_effective(wrong, &body));
  polhode_body_destroy(body);
  polhode_body_destroy(NULL);

  OK(polhode_body_create_tensor(tensor, &body));
  OK(polhode_body_moments(body, I));
  CHECK(near(I[0] + I[1], 4, 1e-15) && near(fabs(I[0] - I[1]), 0.6, 1e-15) && I[2] == 3);
  OK(polhode_body_frame(body, q));
  CHECK(near(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-15) && near(fabs(q[3]), sin(atan(1) / 2), 1e-15));
  INVALID("w[1] = inf must be finite", polhode_body_momentum(body, bad, m));
  CHECK(m[0] == 7);
  OK(polhode_body_momentum(body, w, m));
  CHECK(near(m[0], 2 * 0.1 + 0.3 * 0.2, 1e-15) && near(m[1], 0.3 * 0.1 + 2 * 0.2, 1e-15) && near(m[2], 0.9, 1e-15));
  OK(polhode_body_angular_velocity(body, m, back));
  CHECK(near(back[0], 0.1, 1e-15) && near(back[1], 0.2, 1e-15) && near(back[2], 0.3, 1e-15));

  INVALID("body must not be null", polhode_body_moments(NULL, I));
  INVALID("moments must not be null", polhode_body_moments(body, NULL));
  INVALID("body must not be null", polhode_body_frame(NULL, q));
  INVALID("q must not be null", polhode_body_frame(body, NULL));
  INVALID("body must not be null", polhode_body_momentum(NULL, w, m));
  INVALID("w must not be null", polhode_body_momentum(body, NULL, m));
  INVALID("m must not be null", polhode_body_momentum(body, w, NULL));
  INVALID("m[1] = inf must be finite", polhode_body_angular_velocity(body, bad, m));
  INVALID("body must not be null", polhode_body_angular_velocity(NULL, w, m));
  INVALID("m must not be null", polhode_body_angular_velocity(body, NULL, m));
  INVALID("w must not be null", polhode_body_angular_velocity(body, w, NULL));
  polhode_body_destroy(body);
}

void solids_and_atoms(void) {
  const double size[3] = {1, 2, 3}, none_of_it[3] = {1, 0, 3}, masses[3] = {16, 1, 1};
  const double atoms[9] = {0, 0, 0, 0.96, 0, 0, -0.24, 0.93, 0}, line[9] = {0, 0, 0, 1, 0, 0, 2, 0, 0};
  double I[3], centre[3], by_columns[9];
  polhode_body *body = NULL;
  int i, k;
  OK(polhode_body_create_solid("box", 12, size, &body));
  OK(polhode_body_moments(body, I));
  CHECK(I[0] == 13 && I[1] == 10 && I[2] == 5);
  polhode_body_destroy(body), body = NULL;
  OK(polhode_body_create_solid("ellipsoid", 20, size, &body));
  OK(polhode_body_moments(body, I));
  CHECK(near(I[0], 13, 1e-14) && near(I[2], 5, 1e-14)); /* m (b^2 + c^2)/5 of the semi-axes */
  polhode_body_destroy(body), body = NULL;
  INVALID("shape: \"cube\" is none of box, ellipsoid, cylinder, sphere", polhode_body_create_solid("cube", 1, size, &body));
  INVALID("is not round", polhode_body_create_solid("cylinder", 1, size, &body));
  INVALID("must be positive", polhode_body_create_solid("box", 1, none_of_it, &body));
  INVALID("must be positive", polhode_body_create_solid("box", -1, size, &body));
  INVALID("shape must not be null", polhode_body_create_solid(NULL, 1, size, &body));
  INVALID("size must not be null", polhode_body_create_solid("box", 1, NULL, &body));
  INVALID("body must not be null", polhode_body_create_solid("box", 1, size, NULL));

  INVALID("on a line", polhode_body_create_atoms(masses, in(line, 3, 1), 3, &body, NULL));
  INVALID("there are no atoms", polhode_body_create_atoms(masses, in(atoms, 3, 1), 0, &body, NULL));
  INVALID("n = -1", polhode_body_create_atoms(masses, in(atoms, 3, 1), -1, &body, NULL));
  INVALID("masses must not be null", polhode_body_create_atoms(NULL, in(atoms, 3, 1), 3, &body, NULL));
  INVALID("positions must not be null", polhode_body_create_atoms(masses, nothing(), 3, &body, NULL));
  INVALID("body must not be null", polhode_body_create_atoms(masses, in(atoms, 3, 1), 3, NULL, NULL));
  UNTOUCHED(body);
  OK(polhode_body_create_atoms(masses, in(atoms, 3, 1), 3, &body, centre));
  CHECK(near(centre[0], 0.04, 1e-15) && near(centre[1], 0.93 / 18, 1e-15) && centre[2] == 0);
  OK(polhode_body_moments(body, I));
  CHECK(near(I[0] + I[1], I[2], 1e-14)); /* flat */
  polhode_body_destroy(body), body = NULL;
  for (i = 0; i < 3; ++i)
    for (k = 0; k < 3; ++k) by_columns[3 * k + i] = atoms[3 * i + k];
  OK(polhode_body_create_atoms(masses, in(by_columns, 1, 3), 3, &body, NULL));
  OK(polhode_body_moments(body, centre));
  CHECK(memcmp(I, centre, sizeof I) == 0);
  polhode_body_destroy(body);
}

void meshes(void) {
  const double corners[24] = {0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 0, 0, 0, 3, 1, 0, 3, 0, 2, 3, 1, 2, 3};
  const int64_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                             2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  const int64_t beyond[3] = {0, 1, 8};
  const polhode_in points = in(corners, 3, 1);
  polhode_mesh made;
  polhode_body *body = NULL;
  double I[3];
  OK(polhode_body_create_triangles(points, 8, faces, 12, "m", 2, 0, &body, &made));
  OK(polhode_body_moments(body, I));
  CHECK(near(I[0], 13, 1e-14) && near(I[1], 10, 1e-14) && near(I[2], 5, 1e-14));
  CHECK(made.mass == 12 && made.volume == 6 && made.area == 22 && made.centre[2] == 1.5 && made.upper[1] == 2);
  CHECK(made.triangles == 12 && made.shells == 1 && made.turned_shells == 0 && made.warnings[0] == 0);
  polhode_body_destroy(body), body = NULL;
  OK(polhode_body_create_triangles(points, 8, faces, 12, "km", 0, 12, &body, NULL));
  OK(polhode_body_moments(body, I));
  CHECK(near(I[0], 13e6, 1e-14));
  polhode_body_destroy(body), body = NULL;
  OK(polhode_body_create_triangles(in(corners, 3, 1), 8, faces, 12, NULL, 0, 12, &body, &made));
  CHECK(made.warnings[0] == 0 && made.density == 2);
  polhode_body_destroy(body), body = NULL;
  INVALID("mesh: is not closed: 3 edges", polhode_body_create_triangles(points, 8, faces, 11, "m", 1, 0, &body, &made));
  INVALID("has point 8, but points count from 0 to 7", polhode_body_create_triangles(points, 8, beyond, 1, "m", 1, 0, &body, &made));
  INVALID("there are no triangles", polhode_body_create_triangles(points, 8, faces, 0, "m", 1, 0, &body, &made));
  INVALID("n = -1", polhode_body_create_triangles(points, -1, faces, 12, "m", 1, 0, &body, &made));
  INVALID("triangles must not be null", polhode_body_create_triangles(points, 8, NULL, 12, "m", 1, 0, &body, &made));
  INVALID("points must not be null", polhode_body_create_triangles(nothing(), 8, faces, 12, "m", 1, 0, &body, &made));
  INVALID("body must not be null", polhode_body_create_triangles(points, 8, faces, 12, "m", 1, 0, NULL, &made));
  INVALID("\"inch\" is none of m, cm", polhode_body_create_triangles(points, 8, faces, 12, "inch", 1, 0, &body, &made));
  INVALID("needs a density or a mass", polhode_body_create_triangles(points, 8, faces, 12, "m", 0, 0, &body, &made));
  INVALID("give only one of them", polhode_body_create_triangles(points, 8, faces, 12, "m", 1, 1, &body, &made));
  INVALID("must be positive and finite", polhode_body_create_triangles(points, 8, faces, 12, "m", -1, 0, &body, &made));
  INVALID("none.stl: there is no such file", polhode_body_create_mesh("none.stl", "mm", 1, 0, &body, &made));
  INVALID("none of .stl", polhode_body_create_mesh("none.step", "mm", 1, 0, &body, &made));
  INVALID("path must not be null", polhode_body_create_mesh(NULL, "mm", 1, 0, &body, &made));
  INVALID("body must not be null", polhode_body_create_mesh("none.stl", "mm", 1, 0, NULL, &made));
  UNTOUCHED(body);
}
